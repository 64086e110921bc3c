import { deriveCases } from '../../case/derive.ts';
import type { TestCase } from '../../case/test-case.ts';
import { fullTarget } from '../../cli/full-target.ts';
import { orderGoes } from '../../execution/order.ts';
import { specification } from '../../spec/variant.ts';
import { requireKnownVariants } from '../../target/selection.ts';
import type { Target } from '../../target/target.ts';
import { lastTitle } from '../tests-of.ts';
import { openCourse } from './course.ts';
import type { Choose, Course, CourseOptions, TargetSource } from './course.ts';
import { loadVitest } from './load-vitest.ts';
import { reportStep } from './report-step.ts';
import { requireNode } from './require-node.ts';
import type { ShowOptions } from './show-options.ts';

const { describe, test, beforeAll } = await loadVitest();

const stageTitles = ['answers', 'wrong passwords and observations', 'guessed passwords'] as const;
const ordered = { shuffle: false, concurrent: false } as const;

/** Registers the chosen cases as tests in a `describe` of that title, with the hooks that open and end their run; `source` is asked while tests are collected. */
export function registerCourse(
  title: string,
  source: () => Promise<TargetSource>,
  choose: Choose,
  options: CourseOptions,
): void {
  requireNode({ list: process.argv, hasWindow: 'window' in globalThis });
  // Their order keeps failed logins from locking a partner before it is needed.
  describe(title, ordered, async () => {
    const found = await source();
    const paper = typeof found === 'function' ? paperTarget(options.variants) : found;
    const cases = choose(deriveCases(specification, paper, options.thorough ?? false));
    const course = openCourse(found, { registered: cases, choose }, options);
    // Cases, and the function that starts the target, bound their own time.
    beforeAll(async () => {
      await course.start();
      return course.end;
    }, 0);
    register(cases, course, options);
    test(lastTitle, { concurrent: false, retry: 0, repeats: 0, timeout: 0 }, (context) =>
      course.requireJudged(context),
    );
  });
}

function register(cases: readonly TestCase[], course: Course, options: CourseOptions): void {
  const { review = 'skip', complete = false, exchanges = false } = options;
  const show: ShowOptions = { review, complete, exchanges };
  for (const [index, stage] of orderGoes(cases, { times: 1, seed: null }).entries()) {
    if (stage.length === 0) continue;
    describe(stageTitles[index] ?? 'more', ordered, () => {
      for (const { testCase } of stage) {
        const own = { concurrent: true, retry: 0, repeats: 0, timeout: 0 };
        test(`${testCase.id}: ${testCase.title}`, own, async (context) => {
          const step = await course.execute(testCase, context);
          await reportStep(step, context, show);
        });
      }
    });
  }
}

/** Claims and provisions all that may be asked for, until the true profile is there. */
function paperTarget(variants: readonly string[] | undefined): Target {
  const paper = fullTarget(specification);
  requireKnownVariants(variants ?? [], Object.keys(paper.variants));
  const asked = Object.entries(paper.variants).filter(([id]) => variants?.includes(id) ?? true);
  return { ...paper, variants: Object.fromEntries(asked) };
}
