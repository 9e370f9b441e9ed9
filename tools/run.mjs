// Every npm script passes through here. Plain JavaScript and built-ins only, because it runs before anything is
// installed and on a Node (18 or newer) that may be too old for the rest.
//
//   node tools/run.mjs tools/start.ts [arguments]     a script of ours
//   node tools/run.mjs --bin vitest run [arguments]     the command of an installed package
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureInstalled } from './bootstrap/install.mjs';
import { chooseNode } from './bootstrap/choose-node.mjs';
import { onNpmExit } from './bootstrap/npm-watch.mjs';
import { toolEntry } from './bootstrap/tool-entry.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

async function main([first, ...rest]) {
  if (!first) throw new Error('Usage: node tools/run.mjs <script.ts> | --bin <tool> [arguments]');
  await ensureInstalled(root, root, 'the packages');
  const node = await chooseNode(root);
  const isTool = first === '--bin';
  const command = isTool ? [toolEntry(root, rest[0]), ...rest.slice(1)] : [resolve(root, first), ...rest];
  return run(node, command, isTool);
}

/** Runs the command to its end with our terminal; answers its exit code. */
function run(node, command, isTool) {
  const env = {
    ...process.env,
    PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}`,
    // From its second start on, the api is ready after 0.34 s instead of 0.46 s (`npm run bench start`).
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules', '.cache', 'node-compile'),
    // Without a limit, glibc holds memory that each thread has freed for itself: about 40 MB in the api after large pictures.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  };
  // Our own scripts see by the closing of the channel that we were killed; tools would take a channel for a test runner's.
  const stdio = isTool ? 'inherit' : ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(node, command, { cwd: root, stdio, env });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  onNpmExit(() => child.kill('SIGTERM'));
  return new Promise((done, fail) => {
    child.once('error', (error) => fail(new Error(`Cannot run ${node}: ${error.message}`)));
    child.once('exit', (code, signal) => done(code ?? 128 + (constants.signals[signal] ?? 1)));
  });
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    console.error(`\n${error.message}`);
    process.exit(1);
  },
);
