import type { ClassName } from '../../result/results.ts';
import type { Language } from '../../wording/message.ts';

/** Everything that a matrix says in words of its own, in one language. */
export interface MatrixWording {
  readonly title: string;
  readonly targets: string;
  readonly overview: string;
  readonly requirement: string;
  readonly classes: Readonly<Record<ClassName | 'none', string>>;
  readonly notRun: string;
  readonly notClaimed: string;
  readonly unknown: string;
  readonly unknownHint: string;
  readonly interrupted: string;
  readonly signsOnly: string;
  readonly more: string;
  readonly search: string;
  readonly detail: string;
  readonly openReport: string;
  readonly close: string;
  readonly noTargets: string;
  readonly suites: string;
  readonly specifications: string;
  /** How many more sentences the report holds. */
  readonly further: (count: number) => string;
}

const english: MatrixWording = {
  title: 'Conformance matrix',
  targets: 'Targets',
  overview: 'Overview',
  requirement: 'Requirement',
  classes: { core: 'class core', full: 'class full', none: 'no class' },
  notRun: 'not run',
  notClaimed: 'not claimed',
  unknown: 'unknown',
  unknownHint: 'The suite that made this run does not know the requirement.',
  interrupted: 'interrupted: what is missing was not judged',
  signsOnly: 'Signs only',
  more: 'with an asterisk: waived, or decided by a person',
  search: 'Search in requirements and targets',
  detail: 'Details of the chosen cell',
  openReport: 'Open in the report',
  close: 'Close',
  noTargets: 'There are no targets to show.',
  suites: 'The runs were made by different versions of the suite; a verdict may differ because of that:',
  specifications:
    'The runs were made against different texts of the specification: what is required differs.',
  further: (count) => `(+${count})`,
};

const russian: MatrixWording = {
  title: 'Матрица соответствия',
  targets: 'Сервисы',
  overview: 'Обзор',
  requirement: 'Требование',
  classes: { core: 'класс core', full: 'класс full', none: 'класса нет' },
  notRun: 'не запускалось',
  notClaimed: 'не заявлено',
  unknown: 'неизвестно',
  unknownHint: 'Набор испытаний, которым сделан этот прогон, не знает этого требования.',
  interrupted: 'прогон прерван: недостающее не проверено',
  signsOnly: 'Только знаки',
  more: 'со звёздочкой: допущено или решено человеком',
  search: 'Поиск по требованиям и сервисам',
  detail: 'Подробности выбранной ячейки',
  openReport: 'Открыть в отчёте',
  close: 'Закрыть',
  noTargets: 'Показывать нечего: сервисов нет.',
  suites: 'Прогоны сделаны разными версиями набора испытаний; вердикты могут различаться из-за этого:',
  specifications: 'Прогоны сделаны по разным текстам спецификации: требования различаются.',
  further: (count) => `(+${count})`,
};

const tables = { en: english, ru: russian } as const satisfies Record<Language, MatrixWording>;

/** The words of a language. */
export const matrixWordingFor = (language: Language): MatrixWording => tables[language];
