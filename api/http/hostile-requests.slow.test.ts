import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { connectDatabase } from '@haat/core/db/database';
import { killLeftoverPrograms } from '@haat/core/test/program';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Fuzzer, startFuzzer } from '../../tests/fuzz/fuzzer.ts';

// `npm run fuzz` does this for minutes; here are as many requests as fit into every check, and the same ones each time.
const ATTACK = { seed: 20_261_123, runs: 18 };

let uploads: string;
let fuzzer: Fuzzer;
beforeAll(async () => {
  uploads = mkdtempSync(join(tmpdir(), 'haat-fuzz-'));
  process.env.UPLOADS_DIR = uploads;
  connectDatabase();
  fuzzer = await startFuzzer();
});
afterAll(async () => {
  killLeftoverPrograms();
  await stopServices();
  rmSync(uploads, { recursive: true, force: true });
});

it.each(ENDPOINTS)('$method $path answers hostile requests as it declares', async (endpoint) => {
  expect(await fuzzer.attackCall(endpoint, ATTACK)).toBeUndefined();
});

it('answers every other path without failing', async () => {
  expect(await fuzzer.attackElsewhere({ ...ATTACK, runs: 100 })).toBeUndefined();
});

it('logged no error meanwhile', async () => {
  expect(fuzzer.sent()).toBeGreaterThan(1_500);
  expect(fuzzer.succeeded()).toBeGreaterThan(60);
  expect(await fuzzer.stop()).toEqual({ code: 0, errors: [] });
});
