import type { Phrases } from '../translator.ts';

/** First causes with what to do, and hardening hints. */
export const causes = {
  'the target does not answer: {1:say}': 'сервис не отвечает: {1}',
  "the plain request with the profile's credentials is answered {1:number}, not 200":
    'на обычный запрос с учётными данными из профиля сервис отвечает {1}, а не 200',
  'nothing could be sent: mend this first': 'ничего не удалось отправить: сначала исправьте это',
  'mend the target, then run again': 'приведите сервис в порядок и повторите прогон',
  'teardown failed ({1:say*}); the target may still be out of order. Repeat it by hand: {2}':
    'не удалось снять условие ({1}); возможно, сервис всё ещё не в порядке. Повторите вручную: {2}',
  'the target limits the rate: lower limits.rate and limits.concurrency':
    'сервис ограничивает частоту запросов: уменьшите limits.rate и limits.concurrency',
  'the target or a gateway before it is out of order: try again later':
    'сервис или шлюз перед ним не в порядке: попробуйте позже',
  'redirects are not followed: check scheme, host and path of baseUrl':
    'перенаправления не выполняются: проверьте схему, узел и путь в baseUrl',
  'check baseUrl and bankCode: the path may be wrong': 'проверьте baseUrl и bankCode: возможно, путь неверен',
  'check encryption (scheme, hash, mgf1, encoding, key) and useAuthByCert':
    'проверьте encryption (scheme, hash, mgf1, encoding, key) и useAuthByCert',
  'check partnerName, partnerPassword and encryption.key: the profile’s credentials are taken as true':
    'проверьте partnerName, partnerPassword и encryption.key: учётные данные из профиля считаются верными',
  'check the host name in baseUrl': 'проверьте имя узла в baseUrl',
  'check localAddress: this machine does not have that address':
    'проверьте localAddress: у этой машины нет такого адреса',
  'check host and port of baseUrl, and that the target runs':
    'проверьте узел и порт в baseUrl и то, что сервис работает',
  'check the network and the proxy on the way to the target': 'проверьте сеть и прокси на пути к сервису',
  'check host and port of baseUrl, and firewalls on the way':
    'проверьте узел и порт в baseUrl и межсетевые экраны на пути',
  'check the proxy and its credentials': 'проверьте прокси и его учётные данные',
  'check tls.ca, tls.cert and the name in baseUrl': 'проверьте tls.ca, tls.cert и имя в baseUrl',
  'check that baseUrl has the right scheme (http or https) and port':
    'проверьте, что в baseUrl верны схема (http или https) и порт',
  'check that the target runs; raise limits.timeout if it is only slow':
    'проверьте, что сервис работает; если он просто медленный, увеличьте limits.timeout',
  'check the target and gateways on the way: answers are cut off':
    'проверьте сервис и шлюзы на пути: ответы обрываются',
  'raise limits.maxBody if the answer is really that large':
    'увеличьте limits.maxBody, если ответ и правда так велик',
  'run again': 'повторите прогон',
  'check baseUrl and the network': 'проверьте baseUrl и сеть',

  'A response discloses the password or its ciphertext.': 'Ответ раскрывает пароль или его шифртекст.',
  'A response shows a stack trace or a framework’s error page.':
    'Ответ показывает трассировку стека или служебную страницу ошибки.',
  'The limit of failed logins left kinds of password untried, so whether they obtain the list was not seen: {1}.':
    'Из-за лимита неудачных входов не испытаны некоторые виды пароля; можно ли с ними получить список, неизвестно: {1}.',
  'Responses may be cached although the address carries a password: no `Cache-Control: no-store`.':
    'Ответы могут попасть в кэш, хотя в адресе передаётся пароль: нет `Cache-Control: no-store`.',
  'An unknown partner and a wrong password can be told apart by the answer.':
    'По ответу можно отличить неизвестного партнёра от неверного пароля.',
  'Plain HTTP to a host that is not loopback: credentials travel readable.':
    'HTTP без шифрования к внешнему узлу: учётные данные передаются в открытом виде.',
  'the name of a partner that does not exist': 'имя партнёра, которого нет',
  'or proxy, baseUrl, headers': 'или proxy, baseUrl, headers',
  'or setup and teardown': 'или setup и teardown',
} as const satisfies Phrases;
