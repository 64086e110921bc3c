import { inject } from 'vitest';
import { registerCourse } from '../vitest/register-course.ts';
import './ui-plan.ts';

const { target, cases, reviews, isComplete, folder, formats, cwd } = inject('uiPlan');

registerCourse(
  `${target.name} (${target.baseUrl})`,
  async () => target,
  (all) => all.filter(({ id }) => cases.includes(id)),
  // What is thorough is chosen by id as everything else.
  {
    thorough: true,
    decisions: reviews,
    complete: isComplete,
    exchanges: true,
    out: folder,
    formats,
    folder: cwd,
  },
);
