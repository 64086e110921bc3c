import { isStanding } from '../operation/requirement.ts';
import { nameOf, settingsOf } from './sentences.ts';
import type { VariantView } from './sentences.ts';
import { message } from '../messages/message.ts';
import type { Message } from '../messages/message.ts';
import type { View } from './view.ts';

/** One thing to do, and the section of a report that says how. */
export interface Step {
  readonly section: string;
  readonly text: Message;
}

/** What is to be done for a class that is missed: for core, and what full needs besides. */
export function stepsOf(
  { classes, suspicions }: Pick<VariantView, 'classes' | 'suspicions'>,
  name: 'core' | 'full',
  { failures, reviews, groups, results, words }: View,
): readonly Step[] {
  const check: Step = {
    section: 'failures',
    text: message('suspect-check', { settings: settingsOf(suspicions) }),
  };
  // As long as the plain request is refused, nothing else can be done.
  if (suspicions.some((one) => one === 'credentials' || one === 'address'))
    return name === 'core' ? [check] : [];
  const others: readonly string[] = name === 'core' ? [] : classes.core.prevents;
  const prevents = new Set(classes[name].prevents.filter((id) => !others.includes(id)));
  const has = (all: readonly { readonly id: string }[]): boolean => all.some(({ id }) => prevents.has(id));
  // What core needs is not counted again.
  const isOwn = (all: readonly { readonly id: string }[]): boolean =>
    has(all) && !all.some(({ id }) => others.includes(id));
  const causes = failures.blocks.filter(({ requirements }) => isOwn(requirements)).length;
  const texts = reviews.filter(({ requirements }) => isOwn(requirements)).length;
  const waived = results.requirements.filter((one) => one.waived && prevents.has(one.id)).length;
  const open = groups.map(({ reason, ids }) => ({
    reason,
    own: results.requirements.filter(({ id }) => ids.includes(id) && prevents.has(id)),
  }));
  const missing = open.filter(({ reason }) => reason === 'not-provisioned').flatMap(({ own }) => own);
  const topics = [...new Set(missing.map(({ group }) => group))].filter((group) => !isStanding(group));
  const conditions = topics.map((group) => nameOf('topic', group, words));
  const untested = open.filter(({ reason, own }) => reason !== 'not-provisioned' && own.length > 0);
  const reasons = untested.map(({ reason }) => words(`reason-${reason}`));
  const count = untested.flatMap(({ own }) => own).length;
  const { length: untried } = name === 'full' ? classes.full.untried : [];
  return [
    ...(causes === 0
      ? []
      : suspicions.length > 0
        ? [check]
        : [{ section: 'failures', text: message('step-fix', { count: causes }) }]),
    ...(waived === 0 ? [] : [{ section: 'waivers', text: message('step-waived', { count: waived }) }]),
    ...(texts === 0 ? [] : [{ section: 'reviews', text: message('step-decide', { count: texts }) }]),
    ...(missing.length === 0
      ? []
      : [
          {
            section: 'open:not-provisioned',
            text: message('step-provision', { conditions }),
          },
        ]),
    ...(count === 0 ? [] : [{ section: 'open', text: message('step-open', { count, reasons }) }]),
    ...(untried === 0
      ? []
      : [
          {
            section: 'advisories',
            text: message('step-passwords', { count: untried }),
          },
        ]),
  ];
}

/** The classes of a variant, one line each: reached, or what to do. */
export const classLines = (summary: VariantView, view: View): readonly string[] =>
  (['core', 'full'] as const).map((name) => {
    const { reached, requirements: total, prevents } = summary.classes[name];
    if (reached) return view.words('class-reached', { name });
    const steps = stepsOf(summary, name, view).map(({ text }) => text);
    const known = name === 'full' && !summary.classes.core.reached ? [message('step-core')] : [];
    const all = [...known, ...steps];
    // A run that was cut short leaves nothing to do but to run again.
    const unmet = message('class-unmet', { count: prevents.length, total });
    return view.words('class-prevented', { name, steps: all.length === 0 ? [unmet] : all });
  });
