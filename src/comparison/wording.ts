import type { Language } from '../wording/message.ts';

/** What the comparison of two runs, and the page of many, say in English. */
const english = {
  title: 'Comparison of two runs',
  before: 'before',
  after: 'after',
  noDifference: 'No difference: both runs have the same results.',
  isWorse: 'Something got worse.',
  isNotWorse: 'Nothing got worse.',
  directions: { worse: 'Got worse', better: 'Got better', other: 'Other changes' },
  standings: {
    pass: 'pass',
    settled: 'review, settled as conforming',
    inconclusive: 'inconclusive',
    review: 'review',
    waived: 'fail, waived',
    rejected: 'review, settled as deviating',
    fail: 'fail',
    'not-run': 'not run',
    absent: 'not claimed',
  },
  classes: { core: 'core', full: 'full' },
  classWon: (variant: string, name: string) => `Variant ${variant} reaches the class ${name}.`,
  classLost: (variant: string, name: string) => `Variant ${variant} no longer reaches the class ${name}.`,
  notes: { observation: 'Observations that changed', advisory: 'New and removed advisories' },
  none: 'not observed',
  latency: 'Latency',
  context: 'Other differences',
  contextWords: {} as Readonly<Record<string, string>>,
  owners: {
    suite: 'the version of the suite differs: verdicts may differ because of that',
    specification: 'the specification differs, and so do the requirements',
    profile: 'the target profile differs: requests and conditions may differ too',
    address: 'the address differs: it may be another service',
    environment: 'the run was made on another machine',
    selection: 'different cases were run',
    target: 'the target itself reports a change',
  },
  onlyTarget: 'Suite, specification and target profile are the same, so the target itself changed.',
  /** The page of many runs. */
  matrix: {
    title: 'Conformance matrix',
    targets: 'Targets',
    requirement: 'Requirement',
    classes: { core: 'class core', full: 'class full', none: 'no class' },
    notClaimed: 'not claimed',
    unknown: 'unknown',
    unknownHint: 'The suite that made this run does not know the requirement.',
    interrupted: 'interrupted: what is missing was not judged',
    signsOnly: 'Signs only',
    more: 'with an asterisk: waived, or decided by a person',
    search: 'Search in requirements and targets',
    suites: 'The runs were made by different versions of the suite; a verdict may differ because of that:',
    specifications:
      'The runs were made against different texts of the specification: the requirements differ.',
  },
};

/** Everything that is said in words of our own, in one language. */
export type ComparisonWording = typeof english;

const russian: ComparisonWording = {
  title: 'Сравнение двух прогонов',
  before: 'было',
  after: 'стало',
  noDifference: 'Различий нет: результаты обоих прогонов одинаковы.',
  isWorse: 'Есть ухудшения.',
  isNotWorse: 'Ухудшений нет.',
  directions: { worse: 'Стало хуже', better: 'Стало лучше', other: 'Другие изменения' },
  standings: {
    pass: 'соответствует',
    settled: 'на рассмотрении, признано соответствующим',
    inconclusive: 'не проверено',
    review: 'на рассмотрении',
    waived: 'не соответствует, допущено',
    rejected: 'на рассмотрении, признано несоответствующим',
    fail: 'не соответствует',
    'not-run': 'не выполнялось',
    absent: 'не заявлено',
  },
  classes: { core: 'core', full: 'full' },
  classWon: (variant, name) => `Вариант ${variant} достигает класса «${name}».`,
  classLost: (variant, name) => `Вариант ${variant} больше не достигает класса «${name}».`,
  notes: {
    observation: 'Изменившиеся наблюдения',
    advisory: 'Появившиеся и снятые рекомендации',
  },
  none: 'не наблюдалось',
  latency: 'Время ответа',
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
    median: 'медиана',
  },
  owners: {
    suite: 'другая версия набора испытаний: результат мог измениться из-за неё',
    specification: 'другая спецификация: требования различаются',
    profile: 'другой профиль сервиса: запросы и условия могли отличаться',
    address: 'другой адрес: возможно, это другой сервис',
    environment: 'прогон выполнен на другой машине',
    selection: 'выполнены разные испытания',
    target: 'сервис сам сообщает об изменении',
  },
  onlyTarget: 'Набор испытаний, спецификация и профиль те же: изменился сам сервис.',
  /** The page of many runs. */
  matrix: {
    title: 'Матрица соответствия',
    targets: 'Сервисы',
    requirement: 'Требование',
    classes: { core: 'класс core', full: 'класс full', none: 'класса нет' },
    notClaimed: 'не заявлено',
    unknown: 'неизвестно',
    unknownHint: 'Набор испытаний, которым сделан этот прогон, не знает этого требования.',
    interrupted: 'прогон прерван: недостающее не проверено',
    signsOnly: 'Только знаки',
    more: 'со звёздочкой: допущено или решено человеком',
    search: 'Поиск по требованиям и сервисам',
    suites: 'Прогоны сделаны разными версиями набора испытаний; вердикты могут различаться из-за этого:',
    specifications: 'Прогоны сделаны по разным текстам спецификации: требования различаются.',
  },
};

const tables = { en: english, ru: russian } as const;

/** The words of a language. */
export const comparisonWordingFor = (language: Language): ComparisonWording => tables[language];
