import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isAlive } from './bootstrap/lock.mjs';

const WITHIN = { timeout: 30_000 };

// A repository without dependencies, in a path with a space: the installing is npm's own and real, but quick.
let repo: string;
beforeEach(() => {
  repo = mkdtempSync(join(tmpdir(), 'haat run '));
  cpSync(join(import.meta.dirname, 'run.mjs'), join(repo, 'tools', 'run.mjs'));
  cpSync(join(import.meta.dirname, 'bootstrap'), join(repo, 'tools', 'bootstrap'), { recursive: true });
  const lock = { name: 'haat', lockfileVersion: 3, requires: true, packages: { '': { name: 'haat' } } };
  writeFileSync(join(repo, 'package.json'), '{"name":"haat","private":true}');
  writeFileSync(join(repo, 'package-lock.json'), JSON.stringify(lock));
});
afterEach(() => rmSync(repo, { recursive: true, force: true }));

function script(source: string): void {
  writeFileSync(join(repo, 'tools', 'it.ts'), source);
}

type Run = { child: ChildProcess; output: () => string; code: Promise<number | null> };

function run(args = ['tools/it.ts'], env: Record<string, string> = {}): Run {
  const child = spawn(process.execPath, [join(repo, 'tools', 'run.mjs'), ...args], {
    env: { ...process.env, ...env },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = once(child, 'close').then(([status]: unknown[]) => status as number | null);
  return { child, output: () => output, code };
}

it('installs once, and again when the lock has changed', async () => {
  script(`console.log('ran', process.argv[2])`);
  const first = run(['tools/it.ts', 'with an argument']);
  expect(await first.code).toBe(0);
  expect(first.output()).toMatch(/Installing the packages[\s\S]*ran with an argument/);

  const second = run();
  await second.code;
  expect(second.output()).not.toContain('Installing');

  writeFileSync(join(repo, 'package-lock.json'), '{"name":"haat","lockfileVersion":3,"packages":{"":{"name":"haat"}}}');
  rmSync(join(repo, 'node_modules', '.package-lock.json'), { force: true });
  const third = run();
  await third.code;
  expect(third.output()).toContain('Installing');
});

it('two at once: one installs, the other waits', async () => {
  script(`console.log('ran')`);
  const both = [run(), run()];
  expect(await Promise.all(both.map(({ code }) => code))).toEqual([0, 0]);
  const installs = both.filter(({ output }) => output().includes('Installed the packages'));
  expect(installs).toHaveLength(1);
});

it('takes over the lock of a killed run', async () => {
  script(`console.log('ran')`);
  mkdirSync(join(repo, '.data', 'install.lock'), { recursive: true });
  writeFileSync(join(repo, '.data', 'install.lock', 'pid'), '999999999');
  expect(await run().code).toBe(0);
});

// A Node with npm beside it finds that one, whatever PATH says.
const hasOwnNpm = existsSync(join(dirname(process.execPath), '..', 'lib', 'node_modules', 'npm'));
it.skipIf(hasOwnNpm)('says what to do when npm is missing', async () => {
  const alone = run(undefined, { PATH: '/nowhere', npm_execpath: '' });
  expect(await alone.code).toBe(1);
  expect(alone.output()).toContain('Install Node.js with npm');
});

it('passes on exit codes', async () => {
  script(`process.exit(7)`);
  expect(await run().code).toBe(7);
});

it('passes on signals, and says so by its exit code', async () => {
  script(`console.log('script is running'); setInterval(() => {}, 1000)`);
  const running = run();
  await vi.waitFor(() => expect(running.output()).toContain('script is running'), WITHIN);
  running.child.kill('SIGTERM');
  expect(await running.code).toBe(128 + 15);
});

it('a signal while it installs stops it, and the next run installs', async () => {
  script(`console.log('ran')`);
  const stopped = run();
  await vi.waitFor(() => expect(stopped.output()).toContain('Installing'), WITHIN);
  stopped.child.kill('SIGTERM');
  expect(await stopped.code).toBe(1);
  expect(stopped.output()).toContain('Stopped while installing');
  expect(await run().code).toBe(0);
});

it('a script exits when its launcher is killed with SIGKILL', async () => {
  script(
    `console.log('pid', process.pid); process.once('disconnect', () => process.exit()); setInterval(() => {}, 1000)`,
  );
  const running = run();
  await vi.waitFor(() => expect(running.output()).toMatch(/pid \d+/), WITHIN);
  const pid = Number(/pid (\d+)/.exec(running.output())?.[1]);
  running.child.kill('SIGKILL');
  await vi.waitFor(() => expect(isAlive(pid)).toBe(false), WITHIN);
});
