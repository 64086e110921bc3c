import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { startService } from './service.js';

// Runs the installed program against the service of the examples, and exits with its exit code.
const service = await startService();
await writeFile('own.yaml', JSON.stringify(service.profile));
const program = 'node_modules/sbp-banks-conformance/dist/cli/main.js';
const args = [program, 'run', '--target', 'own.yaml', '--out', 'by-command', '--quiet'];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
process.exitCode = await new Promise((resolve) => child.once('close', resolve));
await service.close();
