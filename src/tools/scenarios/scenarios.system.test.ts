import { expect, test } from 'vitest';
import { need } from '../../cli/integration/tools.test-support.ts';
import { createPlayer } from './play.ts';
import { named } from './scenarios.ts';

const play = createPlayer();

test.concurrent.for(['nginx/5-503', 'rolling-restart/502'])(
  'scenario %s comes to what is expected',
  { timeout: 90_000 },
  async (name, context) => {
    for (const scenario of named([name])) {
      const played = await play(scenario);
      need(context, played.kind !== 'missing', name);
      expect(played).toMatchObject({ kind: 'ran', off: [] });
    }
  },
);
