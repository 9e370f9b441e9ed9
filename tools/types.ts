import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { toolEntry } from './bootstrap/tool-entry.mjs';
import { repoRoot } from './lib/paths.ts';

const PROJECTS = [
  // The tests: they take longest, so they come first.
  'tsconfig.json',
  'contract',
  'machines',
  'core',
  'api',
  'worker',
  'client',
  'client/sw',
  'tests',
  'tests/fixtures/payments/browser',
  'tools',
];

type Result = { project: string; ok: boolean; output: string };

function check(project: string): Promise<Result> {
  // In one thread: another project is checked on the other core, and threads of one project repeat each other's work.
  const args = ['-p', project, '--pretty', 'false', '--singleThreaded'];
  const compiler = spawn(process.execPath, [toolEntry(repoRoot, 'tsc'), ...args], { cwd: repoRoot });
  let output = '';
  compiler.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  compiler.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return new Promise((done) => compiler.once('close', (code) => done({ project, ok: code === 0, output })));
}

async function checkAll(projects: string[]): Promise<Result[]> {
  const queue = [...projects];
  const results: Result[] = [];
  const lane = async () => {
    for (let project = queue.shift(); project; project = queue.shift()) results.push(await check(project));
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return results;
}

const asked = process.argv.slice(2);
const results = await checkAll(asked.length > 0 ? asked : PROJECTS);
for (const { project, output } of results.filter(({ ok }) => !ok)) console.error(`types: ${project}\n${output}`);
console.log(`types: ${results.filter(({ ok }) => ok).length} of ${results.length} projects passed`);
process.exitCode = results.every(({ ok }) => ok) ? 0 : 1;
