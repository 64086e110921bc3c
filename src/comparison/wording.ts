import type { ClassName } from '../result/results.ts';
import type { Direction, NoteChange, Owner, Standing } from './comparison.ts';

/** Everything that a comparison says in words of its own, in one language. */
export interface ComparisonWording {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly noDifference: string;
  readonly isWorse: string;
  readonly isNotWorse: string;
  readonly directions: Readonly<Record<Direction, string>>;
  readonly standings: Readonly<Record<Standing, string>>;
  readonly classes: Readonly<Record<ClassName, string>>;
  readonly classWon: (variant: string, name: string) => string;
  readonly classLost: (variant: string, name: string) => string;
  readonly notes: Readonly<Record<NoteChange['kind'], string>>;
  readonly none: string;
  readonly latency: string;
  readonly context: string;
  readonly contextWords: Readonly<Record<string, string>>;
  readonly owners: Readonly<Record<Owner, string>>;
  /** Who a difference belongs to, when nothing else differs. */
  readonly onlyTarget: string;
}

const english: ComparisonWording = {
  title: 'Comparison of two runs',
  before: 'before',
  after: 'after',
  noDifference: 'No difference: both runs came out alike.',
  isWorse: 'Something got worse.',
  isNotWorse: 'Nothing got worse.',
  directions: { worse: 'Got worse', better: 'Got better', other: 'Changed otherwise' },
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
  classWon: (variant, name) => `Variant ${variant} reaches the class ${name}.`,
  classLost: (variant, name) => `Variant ${variant} no longer reaches the class ${name}.`,
  notes: { observation: 'Observations that changed', advisory: 'Advisories that came or went' },
  none: 'not observed',
  latency: 'Latency',
  context: 'What else differs',
  contextWords: {},
  owners: {
    suite: 'the suite is another: a verdict may differ because of it',
    specification: 'the specification is another: what is required differs',
    profile: 'the target profile is another: what was sent or provisioned may differ',
    address: 'the address is another: it may be another service',
    environment: 'the run was made on another machine',
    selection: 'not the same cases were run',
    target: 'the target itself says that it is another',
  },
  onlyTarget: 'Suite, specification and target profile are the same: the differences are the target’s own.',
};

const russian: ComparisonWording = {
  title: 'Сравнение двух прогонов',
  before: 'было',
  after: 'стало',
  noDifference: 'Различий нет: результаты обоих прогонов одинаковы.',
  isWorse: 'Есть ухудшения.',
  isNotWorse: 'Ухудшений нет.',
  directions: { worse: 'Стало хуже', better: 'Стало лучше', other: 'Изменилось иначе' },
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
  classes: { core: 'базовый', full: 'полный' },
  classWon: (variant, name) => `Вариант ${variant} достигает класса «${name}».`,
  classLost: (variant, name) => `Вариант ${variant} больше не достигает класса «${name}».`,
  notes: {
    observation: 'Изменившиеся наблюдения',
    advisory: 'Появившиеся и снятые рекомендации',
  },
  none: 'не наблюдалось',
  latency: 'Время ответа',
  context: 'Что ещё различается',
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
    selection: 'выполнены не одни и те же испытания',
    target: 'сервис сам сообщает об изменении',
  },
  onlyTarget: 'Набор испытаний, спецификация и профиль те же: различия принадлежат самому сервису.',
};

const tables = { en: english, ru: russian } as const;

/** The words of a language. */
export const comparisonWordingFor = (language: 'en' | 'ru'): ComparisonWording => tables[language];
