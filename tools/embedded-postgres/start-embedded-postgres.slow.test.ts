import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { ensureDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.ts';
import { findLocation } from './location.ts';
import { readPidFile } from './server.ts';

const WITHIN = { timeout: 30_000 };

const cleanUps: (() => unknown)[] = [];
const holders: ChildProcess[] = [];
afterEach(async () => {
  for (const holder of holders.splice(0)) holder.kill('SIGKILL');
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

function newFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'haat pg '));
  chmodSync(folder, mode);
  cleanUps.push(async () => {
    const cluster = clusterOf(folder);
    await vi.waitUntil(() => !readPidFile(cluster), WITHIN);
    for (const made of [folder, dirname(cluster)]) rmSync(made, { recursive: true, force: true });
  });
  return folder;
}

/** In `dataDir`, or under /var/lib/haat where root runs the tests from a checkout that only root can read. */
const clusterOf = (dataDir: string): string => findLocation(dataDir, () => {}).cluster;

async function start(dataDir: string): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  cleanUps.push(() => postgres.stop());
  return postgres;
}

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // a server that goes away is what these tests are about
  await client.connect();
  const { rows } = await client.query<Record<string, unknown>>({ text: sql });
  await client.end();
  return Object.values(rows[0] ?? {})[0];
}

type Held = { port: number; owned: boolean; url: string; holder: ChildProcess };

async function holdInOtherProcess(dataDir: string): Promise<Held> {
  const holder = spawn(process.execPath, [join(import.meta.dirname, 'hold-postgres.fixture.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  holders.push(holder);
  const [line] = (await once(holder.stdout, 'data')) as [Buffer];
  return { ...(JSON.parse(line.toString()) as { port: number; owned: boolean; url: string }), holder };
}

it('starts under a path with a space, keeps its data, and stops', async () => {
  const dataDir = newFolder();
  const first = await start(dataDir);
  expect(first.owned).toBe(true);
  await ensureDatabase(first.url('postgres'), 'haat');
  await ensureDatabase(first.url('postgres'), 'haat');
  await ask(first.url('haat'), 'create table kept as select 42 as answer');
  await first.stop();
  await expect(ask(first.url('haat'), 'select 1')).rejects.toThrow(/ECONNREFUSED/);

  const second = await start(dataDir);
  expect(await ask(second.url('haat'), 'select answer from kept')).toBe(42);
  expect(await ask(second.url('haat'), 'show server_version_num')).toMatch(/^18/);
});

it('two starts at once share one server', async () => {
  const dataDir = newFolder();
  const both = await Promise.all([holdInOtherProcess(dataDir), holdInOtherProcess(dataDir)]);
  expect(both.filter(({ owned }) => owned)).toHaveLength(1);
  expect(both[0].url).toBe(both[1].url);
  expect(await ask(both[0].url, 'select 1')).toBe(1);
});

it('a kill -9 of its owner stops the server, and the next start works', async () => {
  const dataDir = newFolder();
  const { holder, url } = await holdInOtherProcess(dataDir);
  await ask(url, 'create table kept as select 42 as answer');
  holder.kill('SIGKILL');
  await vi.waitFor(() => expect(ask(url, 'select 1')).rejects.toThrow(/ECONNREFUSED/), WITHIN);

  const next = await start(dataDir);
  expect(next.owned).toBe(true);
  expect(await ask(next.url('postgres'), 'select answer from kept')).toBe(42);
});

it('a pid file that names a foreign process is ignored', async () => {
  const dataDir = newFolder();
  await (await start(dataDir)).stop();
  const cluster = clusterOf(dataDir);
  const pidFile = join(cluster, 'postmaster.pid');
  cleanUps.push(() => rmSync(pidFile, { force: true }));
  writeFileSync(pidFile, [process.pid, cluster, 0, 5432, '', '127.0.0.1', '', 'ready', ''].join('\n'));
  const started = Date.now();
  expect(await ask((await start(dataDir)).url('postgres'), 'select 1')).toBe(1);
  // It would be waited for half a minute.
  expect(Date.now() - started).toBeLessThan(20_000);
});

it('clears away a cluster that a killed start left half made', async () => {
  const dataDir = newFolder();
  const cluster = clusterOf(dataDir);
  mkdirSync(`${cluster}.999999999`);
  await start(dataDir);
  expect(readdirSync(dirname(cluster))).toEqual(['pg18']);
});

it('says what to do about a cluster of another version', async () => {
  const dataDir = newFolder();
  const cluster = clusterOf(dataDir);
  mkdirSync(cluster);
  writeFileSync(join(cluster, 'PG_VERSION'), '15\n');
  await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/made by PostgreSQL 15.*Move that folder away/);
});

it('says so when the data folder cannot be made', async () => {
  const file = join(newFolder(), 'a file');
  writeFileSync(file, '');
  await expect(startEmbeddedPostgres({ dataDir: join(file, 'data') })).rejects.toThrow(/ENOTDIR/);
});

it.runIf(process.getuid?.() === 0)('root may keep it in a folder nobody else can enter', async () => {
  const dataDir = join(newFolder(0o700), 'inner');
  const logged: string[] = [];
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => logged.push(line) });
  cleanUps.push(() => postgres.stop());
  const home = /the data is in (\S+)/.exec(logged.join('\n'))?.[1] ?? '';
  cleanUps.unshift(() => rmSync(home, { recursive: true, force: true }));
  expect(home).toMatch(/^\/var\/lib\/haat\//);
  expect(existsSync(join(home, 'pg18', 'PG_VERSION'))).toBe(true);
  expect(await ask(postgres.url('postgres'), 'select current_user')).toBe('postgres');
});
