import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { settingsFor } from '../app/settings.ts';
import { uploadsDir } from './paths.ts';
import { withOperatorDatabase } from './operator-database.ts';

const home = mkdtempSync(join(tmpdir(), 'haat-operator-'));
const file = join(home, 'secret');
afterEach(() => {
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

it('takes the database that a file names, before that of the variable', async () => {
  writeFileSync(file, 'postgres://in-the-file/haat\n');
  vi.stubEnv('DATABASE_URL_FILE', file);
  vi.stubEnv('DATABASE_URL', 'postgres://in-the-variable/haat');
  const given: string[] = [];
  await withOperatorDatabase(async (url) => void given.push(url));
  expect(given).toEqual(['postgres://in-the-file/haat']);
  expect(settingsFor({ NODE_ENV: 'production', DATABASE_URL_FILE: file }).env.DATABASE_URL).toBe(given[0]);
});

it('takes the address of the database itself, where the other is that of a pooler', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://pooler/haat');
  vi.stubEnv('DATABASE_DIRECT_URL', 'postgres://database/haat');
  const given: string[] = [];
  await withOperatorDatabase(async (url) => void given.push(url));
  expect(given).toEqual(['postgres://database/haat']);
});

it('does nothing when the file cannot be read, and says so', async () => {
  vi.stubEnv('DATABASE_URL_FILE', join(home, 'none'));
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const work = vi.fn(async () => {});
  await withOperatorDatabase(work);
  expect([work.mock.calls.length, process.exitCode]).toEqual([0, 1]);
  expect(said.mock.calls.flat().join()).toContain('ENOENT');
});

it('creates no database where there is none, and says how to name one', async () => {
  vi.stubEnv('HAAT_ENV_FILE', '');
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('HAAT_DATA_DIR', join(home, 'mistyped'));
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  const work = vi.fn(async () => {});
  await withOperatorDatabase(work);
  expect([work.mock.calls.length, process.exitCode, existsSync(join(home, 'mistyped'))]).toEqual([0, 1, false]);
  expect(said.mock.calls.flat().join()).toMatch(/DATABASE_URL is not set, and there is no database in .*mistyped/);
});

it('finds the pictures where a file says', () => {
  writeFileSync(file, '/srv/pictures');
  vi.stubEnv('UPLOADS_DIR_FILE', file);
  expect(uploadsDir()).toBe('/srv/pictures');
});
