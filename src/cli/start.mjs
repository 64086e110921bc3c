// Starts the program from its sources. Node strips the types of a first file before anything can be kept for the next time;
// this one has none, so the tool that strips them is not loaded at all where everything is kept already.
import { enableCompileCache } from 'node:module';

enableCompileCache();
await import('./main.ts');
