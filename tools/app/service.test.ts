import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isAlive } from '../bootstrap/lock.mjs';
import { Service } from './service.ts';

const WITHIN = { timeout: 30_000 };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'haat service '))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A program that adds its process id to a file and stays until SIGTERM, of which it leaves a note. */
function program(): { entry: string; pids: () => number[]; ended: () => boolean } {
  const [entry, pidFile, endFile] = ['main.ts', 'pids', 'ended'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const source = `import { appendFileSync, writeFileSync } from 'node:fs';
    process.once('SIGTERM', () => { writeFileSync(${JSON.stringify(endFile)}, ''); process.exit(); });
    appendFileSync(${JSON.stringify(pidFile)}, process.pid + '\\n');
    setInterval(() => {}, 1000);`;
  writeFileSync(entry, source);
  const pids = () => (existsSync(pidFile) ? readFileSync(pidFile, 'utf8').trim().split('\n').map(Number) : []);
  return { entry, pids, ended: () => existsSync(endFile) };
}

it('starts the program again when it dies, and ends it in good order', async () => {
  const { entry, pids, ended } = program();
  const said: string[] = [];
  const service = new Service('worker', entry, { env: {}, say: (line) => said.push(line) });
  service.start();
  service.restartWhenItDies();
  await vi.waitFor(() => expect(pids()).toHaveLength(1), WITHIN);
  process.kill(pids()[0] ?? 0, 'SIGKILL');
  await vi.waitFor(() => expect(pids()).toHaveLength(2), WITHIN);
  expect(said).toEqual(['The worker stopped (SIGKILL); starting it again in 0.5 s']);
  await service.stop();
  expect(ended()).toBe(true);
  expect(pids().filter(isAlive)).toEqual([]);
});

it('one that cannot even start is not started over and over', async () => {
  const entry = join(folder, 'broken.ts');
  writeFileSync(entry, 'process.exit(3)');
  const service = new Service('api', entry, { env: {} });
  service.start();
  await vi.waitFor(() => expect(service.death).toBe('exit code 3'), WITHIN);
});

it('a kill -9 of the launcher ends the program in good order', async () => {
  const { entry, pids, ended } = program();
  const launcher = join(folder, 'launcher.ts');
  writeFileSync(
    launcher,
    `import { Service } from ${JSON.stringify(join(import.meta.dirname, 'service.ts'))};
     new Service('api', ${JSON.stringify(entry)}, { env: {} }).start();`,
  );
  const parent = spawn(process.execPath, [launcher], { stdio: 'inherit' });
  await vi.waitFor(() => expect(pids()).toHaveLength(1), WITHIN);
  parent.kill('SIGKILL');
  await vi.waitFor(() => expect(ended()).toBe(true), WITHIN);
});
