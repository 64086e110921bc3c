import type { Phrases } from '../translator.ts';

/** Why no connection came about, and what to do: TLS, names, proxies. */
export const failures = {
  'the issuer of the certificate is unknown': 'издатель сертификата неизвестен',
  'name the PEM file of the authority that issued it in tls.ca, with intermediate authorities if the target leaves them out':
    'укажите в tls.ca файл PEM издавшего его центра, вместе с промежуточными центрами, если сервис их не присылает',
  'the certificate, or that of its issuer, has expired':
    'срок действия сертификата или сертификата его издателя истёк',
  'ask the operator of the target to renew it, and check the clock of this machine':
    'попросите владельца сервиса обновить его и проверьте часы этой машины',
  'the certificate is not valid yet': 'срок действия сертификата ещё не начался',
  'check the clock of this machine, or ask the operator of the target':
    'проверьте часы этой машины или обратитесь к владельцу сервиса',
  'the certificate comes from a private authority that is unknown here':
    'сертификат выдан частным центром, который здесь неизвестен',
  'name the PEM file of that authority in tls.ca': 'укажите в tls.ca файл PEM этого центра',
  'the certificate is signed by itself': 'сертификат подписан сам собой',
  'name its PEM file in tls.ca if it is the right one': 'если он верен, укажите его файл PEM в tls.ca',
  'the certificate is not made out for the name in the URL': 'сертификат выдан не на имя из URL',
  'the certificate is not made out for the name in the URL (it has {1*})':
    'сертификат выдан не на имя из URL (в нём {1})',
  'put a name into baseUrl that the certificate is made out for':
    'укажите в baseUrl имя, на которое выдан сертификат',
  'the certificate has been revoked': 'сертификат отозван',
  'ask the operator of the target for a new one': 'попросите у владельца сервиса новый',
  'the certificate is not made out for a server': 'сертификат выдан не для сервера',
  'ask the operator of the target for another': 'попросите у владельца сервиса другой',
  'the target wants a client certificate': 'сервис требует клиентский сертификат',
  'set tls.cert and tls.key (or tls.pfx and tls.passphrase)':
    'задайте tls.cert и tls.key (или tls.pfx и tls.passphrase)',
  'the target does not accept the client certificate': 'сервис не принимает клиентский сертификат',
  'check tls.cert and tls.key (or tls.pfx) with the operator of the target':
    'сверьте tls.cert и tls.key (или tls.pfx) с владельцем сервиса',
  'the target ends the handshake: it wants a client certificate, or shares no cipher with this side':
    'сервис обрывает рукопожатие: ему нужен клиентский сертификат или нет общего шифра',
  'set tls.cert and tls.key (or tls.pfx and tls.passphrase), or ask the operator of the target which ciphers it takes':
    'задайте tls.cert и tls.key (или tls.pfx и tls.passphrase) либо узнайте у владельца сервиса, какие шифры он принимает',
  'the target shares no version of TLS with this side, which takes 1.2 and 1.3':
    'общей версии TLS нет: эта сторона принимает 1.2 и 1.3',
  'ask the operator of the target to offer TLS 1.2 or 1.3':
    'попросите владельца сервиса включить TLS 1.2 или 1.3',
  'the target does not speak HTTP/1.1, HTTP/2 alone as it seems':
    'сервис не поддерживает HTTP/1.1, по-видимому, только HTTP/2',
  'set http2: true': 'задайте http2: true',
  'the target does not know the name in the URL': 'сервис не знает имени из URL',
  'put a name into baseUrl that the target serves': 'укажите в baseUrl имя, которое сервис обслуживает',
  'what answers does not speak TLS': 'отвечающая сторона не поддерживает TLS',
  'check scheme and port of baseUrl: http:// may be meant':
    'проверьте схему и порт в baseUrl: возможно, нужен http://',
  'the keys or methods that the target offers are too weak or too old for this side':
    'ключи или методы, которые предлагает сервис, слишком слабы или устарели',
  'ask the operator of the target to offer stronger ones': 'попросите владельца сервиса усилить их',
  'the connection was ended in the middle of the handshake': 'соединение оборвано во время рукопожатия',
  'check scheme and port of baseUrl, gateways on the way, and whether the target wants a client certificate':
    'проверьте схему и порт в baseUrl, шлюзы на пути и то, не требует ли сервис клиентский сертификат',
  'the name server could not answer': 'сервер имён не смог ответить',
  'check the name server of this machine and the network, and try again':
    'проверьте сервер имён этой машины и сеть, затем повторите',
  'there is no such host name': 'такого имени узла нет',
  'check the host name in baseUrl, and whether this machine needs a VPN or another name server':
    'проверьте имя узла в baseUrl и то, не нужны ли этой машине VPN или другой сервер имён',
  'the host name has no address': 'у имени узла нет адреса',
  'check the host name in baseUrl, and whether it has an address of the kind that is asked for':
    'проверьте имя узла в baseUrl и то, есть ли у него адрес нужного вида',
  'the name server does not answer at the moment': 'сервер имён сейчас не отвечает',
  'there is no such host name: {1:word}': 'такого имени узла нет: {1}',
  'the host name has no address: {1:word}': 'у имени узла нет адреса: {1}',
  'the name server does not answer at the moment: {1:word}': 'сервер имён сейчас не отвечает: {1}',
  'the name server could not answer: {1:word}': 'сервер имён не смог ответить: {1}',
  'the target speaks TLS on this port': 'на этом порту сервис говорит по TLS',
  'use https:// in baseUrl': 'укажите https:// в baseUrl',
  'the target speaks HTTP/2 alone': 'сервис говорит только по HTTP/2',
  '{1:known}, at {2}': '{1}, в месте {2}',

  'the proxy {1} cannot be used: {2:say*}; check that it runs, and its address':
    'прокси {1} не удалось использовать: {2}; проверьте, что он работает, и его адрес',
  'the proxy {1} answered CONNECT with {2:number}; {3:say}': 'прокси {1} ответил на CONNECT {2}; {3}',
  'it wants other credentials: check user and password in its URL':
    'ему нужны другие учётные данные: проверьте имя и пароль в его URL',
  'it does not let a tunnel to this target through: ask who runs it':
    'он не пропускает туннель к этому сервису: обратитесь к его владельцу',
  'it opens no tunnels: check its address': 'он не открывает туннелей: проверьте его адрес',
  'it does not reach the target: check baseUrl, and what the proxy may reach':
    'он не достигает сервиса: проверьте baseUrl и то, что ему доступно',
  'check its address': 'проверьте его адрес',
} as const satisfies Phrases;
