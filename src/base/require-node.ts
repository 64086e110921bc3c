// Refuses a Node that is too old, in plain words.

import { findOldNode } from './package.ts';

// The entries of the package import this first: what they import next may not load in an older Node.
const old = findOldNode();
if (old !== null) throw new Error(`sbp-banks-conformance: ${old.join('\n  ')}`);
