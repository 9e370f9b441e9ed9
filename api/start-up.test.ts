import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { killLeftoverPrograms, startWorkerProgram } from '../core/test/program.ts';
import { build, serverBuild } from '../tools/app/builds.ts';
import { repoRoot } from '../tools/lib/paths.ts';
import { openOrderedShop, startApiAtFreePort } from './test/ordered-shop.ts';
import { ReconnectingStream } from './test/reconnecting-stream.ts';

const WITHIN = { timeout: 20_000, interval: 100 };
const REPORTING = ['--import', './api/test/report-modules.ts'];
/** Modules that few processes need, or that are needed only from the first mail, picture, payment or documentation request on. */
const NEEDED_LATER =
  /\/node_modules\/(@aws-sdk|@bull-board|@google-cloud|firebase-admin|nodemailer|razorpay|read-excel-file|sharp|stripe|swagger-ui-dist)\//;

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'haat-start-up-'));
  connectDatabase();
  await build(serverBuild);
}, 120_000);
afterEach(() => killLeftoverPrograms());
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await closeDatabase();
});

it.each(['api', 'worker'])('%s does not load at its start what it needs later', async (name) => {
  const file = join(folder, name);
  const options = { nodeArgs: REPORTING, env: { MODULES_FILE: file } };
  await (name === 'api' ? startApiAtFreePort(options) : startWorkerProgram(options));
  const modules = readFileSync(file, 'utf8').split('\n');
  expect(modules.filter((url) => url.includes('/node_modules/pg/')).length).toBeGreaterThan(0);
  expect(modules.filter((url) => NEEDED_LATER.test(url))).toEqual([]);
});

it('the built programs take an order and show it to the shop', async () => {
  const [api, worker] = [await startApiAtFreePort({ isBuilt: true }), await startWorkerProgram({ isBuilt: true })];
  const shop = await openOrderedShop();
  const reader = new ReconnectingStream([shop.streamAt(api.url)]);
  await vi.waitFor(() => expect(reader.connections).toBe(1), WITHIN);
  expect((await shop.place(api.url, 'built-order-1')).status).toBe(201);
  await vi.waitFor(() => expect(reader.ids).toEqual([1]), WITHIN);
  await reader.close();
  expect(await Promise.all([api.terminate(), worker.terminate()])).toEqual([0, 0]);
});

it('the stack traces of a built program name the sources', async () => {
  const lines: string[] = [];
  const api = await startApiAtFreePort({ isBuilt: true, onLine: (line) => lines.push(line) });
  await database().pool.query('alter table shops rename to shops_renamed');
  try {
    expect((await fetch(`${api.url}/api/shops/nowhere`)).status).toBe(500);
    const failed = await vi.waitFor(
      () => lines.find((line) => line.includes('Request failed')) ?? Promise.reject(new Error(lines.join('\n'))),
      WITHIN,
    );
    const { error } = JSON.parse(failed) as { error: { stack: string } };
    expect(error.stack).toContain('relation "shops" does not exist');
    const [, file = '', line = ''] = /at async findShop \((.*):(\d+):\d+\)$/m.exec(error.stack) ?? [];
    expect(relative(repoRoot, file)).toBe('core/db/find-shop.ts');
    expect(readFileSync(file, 'utf8').split('\n')[Number(line) - 1]).toContain('Shop.query()');
    // Libraries are not in the map.
    expect(error.stack).toMatch(/dist\/server\/\w+\.mjs:\d+:\d+/);
  } finally {
    await database().pool.query('alter table shops_renamed rename to shops');
  }
});
