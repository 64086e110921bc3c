import { inject } from 'vitest';
import { conformance } from './conformance.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `run --ui` opens the browser interface for. */
    readonly conformance: Parameters<typeof conformance>;
  }
}

conformance(...inject('conformance'));
