// Starts the program from its sources. Node strips the types of a first file before anything can be kept for the next time;
// this one has none, so the tool that strips them is not loaded at all where everything is kept already.
import nodeModule from 'node:module';

if (process.features.typescript) {
  nodeModule.enableCompileCache();
  await import('./main.ts');
} else {
  const found = `found Node.js ${process.versions.node}, which does not run this checkout`;
  process.stderr.write(
    `error: ${found}\n  call it by npm run -s cli --, which uses the Node of npm ci (node-version)\n`,
  );
  process.exitCode = 2;
}
