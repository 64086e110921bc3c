/** Writes a number with the noun in the form that it asks for; forms in the order of the language's rules, smallest number first. */
export type Count = (number: number, ...forms: readonly string[]) => string;

const order: readonly Intl.LDMLPluralRule[] = ['zero', 'one', 'two', 'few', 'many', 'other'];

/** Chooses among the forms of a noun by the plural rules of a language (Unicode CLDR); the last form where there are fewer than rules. */
function pluralIn(locale: string): (number: number, forms: readonly string[]) => string {
  const rules = new Intl.PluralRules(locale);
  const known = order.filter((rule) => rules.resolvedOptions().pluralCategories.includes(rule));
  return (number, forms) => forms[known.indexOf(rules.select(number))] ?? forms.at(-1) ?? '';
}

/** Counts things in a language: `countIn('ru')(2, 'запрос', 'запроса', 'запросов')` is `2 запроса`. */
export function countIn(locale: string): Count {
  const choose = pluralIn(locale);
  return (number, ...forms) => `${number} ${choose(number, forms)}`;
}
