import { formOf } from '../../wording/message.ts';
import { durationIn } from './english.ts';
import type { Wording } from './english.ts';
import type { VariantSummary } from './summary.ts';

/*
 * Terms, the same everywhere: requirement – требование; case – испытание; check – проверка;
 * condition – условие; verdict – вердикт; target – проверяемый сервис;
 * plain request, baseline – обычный запрос; control – контрольный запрос; credentials – учётные данные;
 * member – поле; waiver – допущенное отклонение; observation – наблюдение; advisory – рекомендация;
 * root cause – первопричина; set-up, teardown – подготовка и снятие условия.
 */

const count = (number: number, ...forms: readonly string[]): string =>
  `${number} ${formOf(number, forms, 'ru')}`;

const requests = (number: number): string => count(number, 'запрос', 'запроса', 'запросов');
const ofRequirements = (number: number): string => count(number, 'требования', 'требований', 'требований');

const reasons: Wording['reasons'] = {
  'not-provisioned': {
    name: 'условие не задано',
    happened: 'В профиле не сказано, как создать это условие.',
    advice: 'Добавьте условие в профиль.',
  },
  'setup-failed': {
    name: 'подготовка не удалась',
    happened: 'Не удалось создать условие.',
    advice:
      'Исправьте это условие в профиле, в том числе `setup`, если он есть; `doctor --setup` проверит его.',
  },
  'target-unavailable': {
    name: 'сервис недоступен',
    happened: 'Ответ или его отсутствие может быть временным сбоем сервиса или сети.',
    advice: 'Убедитесь, что сервис работает и доступен, затем повторите прогон.',
    alone: 'Сервис работает: найдите эти запросы по X-Request-Id в его журнале и в журнале шлюза перед ним.',
  },
  'rate-limited': {
    name: 'лимит запросов',
    happened: 'Проверяемый сервис отклонял запросы, потому что их слишком много (429).',
    advice: 'Уменьшите `limits.rate` в профиле или попросите увеличить лимит для этого партнёра.',
  },
  'control-failed': {
    name: 'контроль не пройден',
    happened: 'Верный запрос рядом с ним не был принят, поэтому отказ на другой запрос ни о чём не говорит.',
    advice:
      'Сначала добейтесь ответа на обычный запрос: проверьте учётные данные, шифрование и код банка. Снимите блокировку партнёра, если он заблокирован.',
    alone:
      'В других случаях обычный запрос проходит: возможно, эти запросы отклоняет шлюз или межсетевой экран перед сервисом. Найдите их в его журнале по X-Request-Id.',
  },
  vacuous: {
    name: 'нечего проверять',
    happened: 'В ответе не было того, о чём можно судить, например список банков пуст.',
    advice: 'Возьмите партнёра, для которого сервис возвращает хотя бы один банк.',
  },
  'not-selected': {
    name: 'не выбрано',
    happened: 'Не вошло в этот прогон из-за выборки, лимита или прерывания.',
    advice:
      'Если случаи выбирались, запустите все; иначе мал `limits.failedLogins` в профиле или исчерпан предыдущим запуском.',
  },
  'suite-error': {
    name: 'ошибка набора',
    happened: 'Ошибка в самом наборе испытаний; о проверяемом сервисе это ничего не говорит.',
    advice: 'Сообщите о ней и приложите results.json.',
  },
};

const labels: Wording['labels'] = {
  actual: 'получено',
  advisories: 'Рекомендации',
  all: 'все',
  also: 'также в',
  byPerson: 'решил человек',
  cases: 'Испытания',
  selected: 'Выбранные испытания',
  changes: 'В обменах выделено то, чем запрос отличается от обычного, и то, на чём основан вердикт.',
  classCore: 'Класс core',
  classCoreHint: 'всё, что не требует подготовки',
  classFull: 'Класс full',
  classFullHint: 'всё',
  collapse: 'Свернуть всё',
  condition: 'условие',
  controls: 'Контрольные запросы',
  contents: 'Содержание',
  printAll: 'Печать целиком',
  sameBody: 'То же тело, что и в обмене',
  copied: 'Скопировано',
  copy: 'Копировать curl',
  copyEntry: 'Копировать запись',
  curlTooLong: 'Команда слишком длинна для этой страницы; она есть в results.json.',
  cutHere: 'Здесь сводка обрезана: остальное – в других отчётах.',
  date: 'дата',
  decide: 'решите',
  decided: 'по решению',
  decidedBy: 'Решения людей',
  decision: 'решение',
  draft: 'Запись для `reviews.yaml`; впишите решение (`pass` или `fail`), имя и дату:',
  draftTooLong: 'Текст слишком длинен для этой страницы; он есть в results.json.',
  drawnFrom: 'случайный, начальное число',
  duration: 'Длительность',
  environment: 'Окружение',
  expand: 'Развернуть всё',
  expected: 'ожидалось',
  pace: 'Ограничитель частоты',
  failedLogins: 'Неудачные входы',
  failures: 'Нарушенные требования',
  filter: 'Фильтр',
  goes: 'Прогоны испытания',
  holds: 'Выполнено ли требование?',
  interrupted: 'Прогон был прерван.',
  interruptedEarly: 'Прогон был прерван до конца. Недостающее не проверено.',
  latency: 'Время ответа (медиана / p95 / максимум)',
  latencyTitle: 'Время ответа',
  leftOutHere: 'Показано столько, сколько вмещает страница; полная запись – в results.json.',
  link: 'Ссылка на это испытание',
  matrix: 'Требования по условиям',
  message: 'Сообщение',
  more: 'ещё, по одной строке на каждое',
  moreOfBody: 'Больше из тела',
  moreFailed: '– ещё нарушенные требования',
  moreWarnings: '– ещё предупреждения',
  name: 'имя',
  noAnswer: 'ответа нет',
  noBody: 'без тела',
  noMatch: 'Под фильтр ничего не подходит.',
  notApplicable: 'Не заявлено в профиле',
  notAsked: 'не требуется',
  note: 'примечание',
  nothingOpen: 'Проверено всё, что требуется.',
  notReached: 'не достигнут',
  observations: 'Наблюдения',
  observed: 'наблюдение',
  open: 'Что не удалось проверить',
  order: 'Порядок испытаний',
  orderDerived: 'по спецификации',
  owner: 'ответственный',
  patternHint:
    'Если текст верен, добавьте шаблон в `texts` профиля или заполните `reviews.yaml` (команда ниже).',
  platform: 'Среда выполнения',
  prevents: 'препятствуют',
  untriedPasswords: 'не испытаны пароли (limits.failedLogins, conditions.unauthorized):',
  print: 'Печать',
  profile: 'Профиль',
  profileHint: 'Чтобы проверить это, добавьте в профиль:',
  quantile: 'доля ответов',
  question: 'Вопрос',
  reached: 'достигнут',
  reason: 'причина',
  repeat: 'Прогонов каждого испытания',
  reports: 'Отчёты',
  request: 'Запрос',
  requirement: 'Требование',
  requirements: 'Требования',
  response: 'Ответ',
  result: 'Итог',
  reviews: 'Решает человек',
  rootCauses: 'Сначала проверьте это',
  search: 'Поиск по требованиям и испытаниям',
  section: 'раздел',
  seeReports: 'смотрите отчёты',
  showAll: 'Показать всё',
  shownWith: 'Запрос и ответ: см. выше,',
  slowest: 'самый долгий',
  signature: 'подпись',
  tested: 'Что проверено',
  unsettled: 'Что осталось открытым',
  unshown: 'Чего это не показывает',
  specifies: 'API для партнёров: список банков для переводов B2C через СБП',
  specification: 'Спецификация',
  staleWaivers: 'Прогон не пройден из-за устаревших допущенных отклонений',
  started: 'Начало',
  state: 'состояние',
  suite: 'Набор испытаний',
  summary: 'Сводка',
  target: 'Проверяемый сервис',
  text: 'текст',
  theme: 'Светлая или тёмная',
  title: 'Отчёт о проверке соответствия',
  unstable: 'не каждый раз одинаково',
  until: 'до',
  variant: 'Вариант',
  verdict: 'вердикт',
  waived: 'допущено',
  waiver: 'допущенное отклонение',
  waivers: 'Допущенные отклонения',
  why: 'потому что',
};

const byPersons = (decided: number): string => (decided > 0 ? `; решено человеком: ${decided}` : '');

function standing({ verdict, counts, waived, decided, suspect }: VariantSummary): string {
  const total = counts.pass + counts.fail + counts.review + counts.inconclusive;
  const open = counts.review + counts.inconclusive;
  const ofAll = `из ${ofRequirements(total)}`;
  const left = open === 0 ? 'непроверенных нет' : `ещё ${open} не проверено или на рассмотрении`;
  const rest = `выполнено ${counts.pass}, ${left}${byPersons(decided)}`;
  if (suspect) {
    return `отклоняет учётные данные профиля так, как сказано в спецификации: неверен либо профиль, либо сервис; сначала проверьте партнёра, пароль и шифрование в профиле; ${left}`;
  }
  switch (verdict) {
    case 'conforming':
      return `делает то, что сказано в спецификации: выполнено ${total} ${ofAll}${byPersons(decided)}`;
    case 'nonconforming':
      return `противоречит спецификации в ${counts.fail - waived} ${ofAll}; ${waived > 0 ? `допущено отклонений: ${waived}, ` : ''}${rest}`;
    case 'incomplete':
      return waived > 0
        ? `отступает от спецификации в ${waived} ${ofAll} (это допущено)${open > 0 ? ' и проверен не полностью: ' : '; '}${rest}`
        : `проверен не полностью: выполнено ${counts.pass} ${ofAll}, ${left}${byPersons(decided)}`;
  }
}

const deviations: Wording['deviations'] = {
  status: answersInstead,
  'success-status': answersInstead,
  'unused-status': (_, actual) => ` отвечает ${actual}, хотя этот код не используется`,
  'list-disclosed': () => ' отдаёт список на запрос без верных учётных данных',
  'error-body': (_, actual) => ` отвечает на ошибку не так: ${actual}`,
  names: (_, __, topic) => ` не называет параметр в тексте (${topic})`,
  'meaning-contradicted': (_, __, topic) => ` отвечает на «${topic}» текстом другого условия`,
};

function answersInstead(expected: string, actual: string): string {
  return /^\d+$/.test(actual)
    ? ` отвечает ${actual} вместо ${expected}`
    : `: ${actual}; ожидалось ${expected}`;
}

/** What reports say in Russian. */
export const russian: Wording = {
  verdicts: {
    pass: 'соответствует',
    fail: 'не соответствует',
    review: 'на рассмотрении',
    inconclusive: 'не проверено',
  },
  suspect: 'неверен профиль или сервис',
  suspectCheck: 'проверьте партнёра, пароль и шифрование в профиле',
  overall: {
    conforming: 'соответствует',
    nonconforming: 'не соответствует',
    incomplete: 'не полностью',
  },
  reasons,
  unjudged: {
    happened: 'Не было оценено ни одного ответа, по которому это видно.',
    advice: 'Делать ничего не нужно: эти требования будут проверены вместе с другими испытаниями.',
  },
  wrongPassword: '<ciphertext> – это шифртекст неверного пароля.',
  conditionPassword: (condition) =>
    `<ciphertext> – это шифртекст пароля из conditions.${condition}, если он задан там в профиле.`,
  labels,
  waiverStates: {
    used: 'действует',
    stale: 'устарело: его требование выполнено; удалите его',
    expired: 'срок истёк: больше ничего не допускает',
    undecided: 'не определено: его требование в этом прогоне не проверено',
  },
  unknownWaiver: (near) =>
    `устарело: требования с таким идентификатором нет${near === null ? '; удалите его' : `; возможно, это \`${near}\`?`}`,
  decisions: { pass: 'соответствует', fail: 'не соответствует' },
  reviewStates: { used: 'учтено', stale: 'устарело: ни к чему не относится' },
  aspects: { status: 'код', names: 'имя', meaning: 'смысл', body: 'тело', record: 'запись' },
  transport: {
    dns: 'имя узла не найдено',
    'local-address': 'локальный адрес не удалось использовать',
    refused: 'в соединении отказано',
    unreachable: 'узел недоступен',
    'connect-timeout': 'соединение не установлено за отведённое время',
    proxy: 'прокси отказал',
    tls: 'ошибка TLS',
    reset: 'соединение сброшено',
    timeout: 'полный ответ не пришёл за отведённое время',
    malformed: 'ответ не является корректным HTTP',
    cut: 'ответ оборван',
    'too-large': 'ответ слишком велик',
    interrupted: 'прогон прерван',
    other: 'обмен не удался',
  },
  topics: {
    success: 'Успешный ответ',
    request: 'Чтение запроса',
    missing: 'Нет обязательного параметра',
    unencrypted: 'Пароль не зашифрован',
    unauthorized: 'Авторизация не пройдена',
    'partner-blocked': 'Партнёр заблокирован',
    'ip-blocked': 'IP-адрес заблокирован',
    'reward-unavailable': 'Вознаграждение недоступно',
    unavailable: 'Сервис недоступен',
    error: 'Любой ответ с ошибкой',
    status: 'Используемые коды',
    authorization: 'Доступ к списку',
  },
  deviations,
  comparison: {
    title: 'Сравнение двух прогонов',
    before: 'было',
    after: 'стало',
    noDifference: 'Различий нет: результаты обоих прогонов одинаковы.',
    isWorse: 'Есть ухудшения.',
    isNotWorse: 'Ухудшений нет.',
    directions: { worse: 'Стало хуже', better: 'Стало лучше', other: 'Другие изменения' },
    standings: {
      settled: 'на рассмотрении, признано соответствующим',
      rejected: 'на рассмотрении, признано несоответствующим',
      'not-run': 'не выполнялось',
    },
    classWon: (variant, name) => `Вариант ${variant} достигает класса «${name}».`,
    classLost: (variant, name) => `Вариант ${variant} больше не достигает класса «${name}».`,
    notes: {
      observation: 'Изменившиеся наблюдения',
      advisory: 'Появившиеся и снятые рекомендации',
    },
    none: 'не наблюдалось',
    context: 'Другие различия',
    contextWords: {
      'suite version': 'версия набора испытаний',
      specification: 'спецификация',
      'base URL': 'базовый адрес',
      'target profile': 'профиль сервиса',
      variants: 'варианты',
      platform: 'платформа',
      cases: 'число испытаний',
      repeat: 'повторов',
      interrupted: 'прервано',
      yes: 'да',
      no: 'нет',
    },
    owners: {
      suite: 'другая версия набора испытаний: результат мог измениться из-за неё',
      specification: 'другая спецификация: требования различаются',
      profile: 'другой профиль сервиса: запросы и условия могли отличаться',
      address: 'другой адрес: возможно, это другой сервис',
      environment: 'прогон выполнен на другой машине',
      selection: 'выполнены разные испытания',
    },
    onlyTarget: 'Набор испытаний, спецификация и профиль те же: изменился сам сервис.',
  },
  matrix: {
    title: 'Матрица соответствия',
    targets: 'Сервисы',
    classes: { core: 'класс core', full: 'класс full', none: 'класса нет' },
    notClaimed: 'не заявлено',
    unknown: 'неизвестно',
    unknownHint: 'Набор испытаний, которым сделан этот прогон, не знает этого требования.',
    interrupted: 'прогон прерван: недостающее не проверено',
    latency: 'Время ответа: медиана, мс',
    runs: 'Прогоны',
    firstSeen: 'впервые обнаружено',
    fixed: 'исправлено',
    signsOnly: 'Только знаки',
    more: 'со звёздочкой: допущено или решено человеком',
    search: 'Поиск по требованиям и сервисам',
    suites: 'Прогоны сделаны разными версиями набора испытаний; вердикты могут различаться из-за этого:',
    specifications: 'Прогоны сделаны по разным текстам спецификации: требования различаются.',
  },
  explanation: {
    requestSent: (label, times) => `Запрос: ${label}; отправлен ${count(times, 'раз', 'раза', 'раз')}`,
    requestUnsent: (id) => `Запрос${id === '' ? '' : ` ${id}`}: не отправлен`,
    sentAt: (exchange, time) => `${exchange}, ${time} UTC`,
    omitted: (number) => `… (ещё ${number})`,
    noDoubt: 'Сомнений нет: учтён первый ответ.',
    inDoubt: (exchange) =>
      `Первый ответ мог дать не сам сервис, поэтому запрос повторён: учтён ответ ${exchange}.`,
    undecided: 'По этому ответу судить нельзя, см. шаг 3.',
    stillInDoubt: 'Эти ответы мог дать не сам сервис, судить по ним нельзя, см. шаг 3.',
    halted: (note) => `Судить не по чему: ${note}`,
    nothingSent: 'Судить не по чему, см. шаг 3.',
    controls: (good, total) =>
      good === total
        ? `${count(total, 'контрольный запрос', 'контрольных запроса', 'контрольных запросов')}, ${total === 1 ? 'успешен' : 'успешны все'}: сервис работал как прежде`
        : `контрольные запросы: успешно ${good} из ${total}`,
    outage: 'Условие выводит сервис из строя: контрольные запросы отправлены до него и после.',
    plainRequest: (exchange, answer) => `Обычный запрос, ${exchange}: ${answer}`,
    comparedWith: (exchanges) => `Сравнение с ответами ${exchanges}`,
    noRule: 'Правило не применялось.',
    rule: (code) => `Правило \`${code}\``,
    worst: (checks, cases, counts) =>
      checks === 1
        ? `Вердикт тот же, что у единственной проверки: ${counts}`
        : `Из ${count(checks, 'проверки', 'проверок', 'проверок')} в ${count(cases, 'испытании', 'испытаниях', 'испытаниях')} решает худший вердикт: ${counts}`,
    noCheck: 'Ничего не проверено, поэтому и о требовании ничего не известно.',
    leftOut: 'Испытание, которое на него нацелено, не вошло в прогон, поэтому увиденного недостаточно.',
    further: (number) =>
      `Ещё ${count(number, 'проверка', 'проверки', 'проверок')} с тем же вердиктом; все проверки покажет --json`,
    repeat: 'Повторить',
    decide: 'Решить',
    onPurpose: 'Увидеть нарочно',
    violating: 'Сервис, который это нарушает, и в другом терминале прогон, который это находит:',
    differs: (before, after) => `В файле вердикт «${before}», а по его записи получается «${after}».`,
  },
  deviation: (actual) => `: получено: ${actual}`,
  language: 'ru',
  quote: (text) => `«${text}»`,
  variant: (id) => `Вариант ${id.toUpperCase()}`,
  sentence: (summary) => `Вариант ${summary.variant.toUpperCase()} ${standing(summary)}.`,
  counts: ({ counts, waived, decided }) =>
    `соответствует: ${counts.pass}, не соответствует: ${counts.fail}${waived > 0 ? ` (допущено: ${waived})` : ''}, на рассмотрении: ${counts.review}, не проверено: ${counts.inconclusive}${byPersons(decided)}`,
  classes: (classes) =>
    (['core', 'full'] as const)
      .map((name) => {
        const { reached, requirements, prevents } = classes[name];
        if (reached) return `класс ${name} достигнут`;
        const why =
          prevents.length === 0
            ? `не испытано видов пароля: ${classes.full.untried.length}; см. limits.failedLogins и conditions.unauthorized`
            : `не выполнено ${prevents.length} из ${ofRequirements(requirements)}`;
        return `класс ${name} не достигнут (${why})`;
      })
      .join(', '),
  outcome: ({ failed, review, open, waived, stale, passed }) =>
    [
      ...(failed > 0 ? [`${failed} нарушено`] : []),
      ...(review > 0 ? [`${review} на рассмотрении`] : []),
      ...(open > 0 ? [`${open} не проверено`] : []),
      ...(waived > 0 ? [`${waived} допущено`] : []),
      ...(stale > 0 ? [`${stale} устарело`] : []),
      ...(passed > 0 ? [`${passed} выполнено`] : []),
    ].join(' · '),
  failedLogins: (number) => count(number, 'неудачный вход', 'неудачных входа', 'неудачных входов'),
  duration: durationIn('мс', 'с', 'мин', ','),
  instant: (iso) => {
    const [year = '', month = '', day = ''] = iso.slice(0, 10).split('-');
    return `${day}.${month}.${year} ${iso.slice(11, 19)} UTC`;
  },
  seenIn: 'см.',
  alike: (texts) =>
    `и ещё ${count(texts, 'текст', 'текста', 'текстов')} с другими именами параметров или числами: решение одно`,
  watching: (cases) =>
    `Enter или изменение профиля: повторить ${cases === 0 ? 'прогон' : count(cases, 'открытое испытание', 'открытых испытания', 'открытых испытаний')}; q: закончить`,
  pace: (refused, rate) =>
    `отказов ограничителя частоты: ${refused}; limits.rate: ${rate} в профиле избавит от них`,
  requests: (number, leftOut) =>
    `${requests(number)}${leftOut === 0 ? '' : ` (ещё ${leftOut} не отправлено: limits.failedLogins)`}`,
  progress: (ended, total, noun, seconds) => `${noun}: ${ended} из ${total} за ${seconds} с`,
  headers: (number) => count(number, 'заголовок', 'заголовка', 'заголовков'),
  requirements: (number) => count(number, 'требование', 'требования', 'требований'),
  linesLeftOut: (number, isList) => `пропущено ${isList ? 'записей' : 'строк'}: ${number}`,
  bodyLeftOut: (shown, total) =>
    `Показано ${count(shown, 'знак', 'знака', 'знаков')}; всё тело занимает ${count(total, 'байт', 'байта', 'байт')}. Больше – в results.json.`,
};
