import { BaseSequencer } from 'vitest/node';
import type { TestSpecification } from 'vitest/node';

/** Topics in the order of the phases of the cases: what may fail a login comes late, plain passwords before wrong ones. */
const topics = ['success', 'missing', 'blocked', 'unavailable', 'unencrypted', 'unauthorized', 'observed'];

/** Puts the files of the suites into the order of their topics, and leaves all others as they are. */
export class TopicSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((left, right) => rank(left) - rank(right));
  }
}

function rank({ moduleId, project }: TestSpecification): number {
  if (project.name !== 'suites') return -1;
  return topics.findIndex((topic) => moduleId.endsWith(`/${topic}.test.ts`));
}
