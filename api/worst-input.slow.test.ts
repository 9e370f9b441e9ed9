import { EventEmitter, once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { runImport } from '@haat/core/catalog/imports/run-import';
import { createMember, createShop } from '@haat/core/test/factories';
import { sheetXml, workbookOf } from '@haat/core/test/workbook';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { killLeftoverPrograms } from '../core/test/program.ts';
import { type Answer, type ApiCaller, callerOf, signIn } from './test/api-client.ts';
import { formOf } from './test/form.ts';
import { createRequiredOptions, REQUIRED_FIELDS } from './test/required-fields.ts';
import { startApiAtFreePort } from './test/ordered-shop.ts';
import type { Polled, Seen } from './test/poll-live.ts';

const MAX_LIVE_MS = 200;
/** Idle, the api takes 180 MB; during the worst inputs, up to 351 MB were seen. */
const MAX_MEMORY_MB = 400;
const NEARLY_5_MB = 4_900_000;
const NEARLY_256_KB = 255_000;

let api: Awaited<ReturnType<typeof startApiAtFreePort>>;
let watch: Worker;
const lines = new EventEmitter();
beforeAll(async () => {
  connectDatabase();
  await start();
});
afterAll(async () => {
  await stop();
  killLeftoverPrograms();
  await closeDatabase();
});

async function start(): Promise<void> {
  const nodeArgs = ['--import', './api/test/report-turns.ts'];
  api = await startApiAtFreePort({
    env: { NODE_ENV: 'development' },
    nodeArgs,
    onLine: (line) => lines.emit('line', line),
  });
  const workerData: Polled = { url: api.url, pid: api.pid };
  watch = new Worker(new URL('./test/poll-live.ts', import.meta.url), { workerData });
}

async function stop(): Promise<void> {
  await watch.terminate();
  // A blocked event loop does not handle a signal.
  await api.kill();
}

async function restart(): Promise<void> {
  await stop();
  await start();
}

let shop: { id: number };
let vendor: ApiCaller;
let token: string;
// Each kind of input gets a vendor with their own limits.
beforeEach(async () => {
  shop = await createShop();
  ({ token } = await signIn({ user: await createMember({ shop }), shop }));
  vendor = callerOf(api.url, token);
});

/** The measurements since the last question, from outside and from inside. */
async function seenSince(): Promise<Seen & { longestTurnMs: number }> {
  const answer = once(watch, 'message');
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  watch.postMessage('What was seen?');
  const [seen] = (await answer) as [Seen];
  // A log line of many kB may be written in pieces, with the report between two of them.
  const report = new Promise<number>((resolve) => {
    lines.on('line', (line: string) => {
      const [, ms] = /\{"longestTurnMs":([\d.]+)\}/.exec(line) ?? [];
      if (ms !== undefined) resolve(Number(ms));
    });
  });
  process.kill(api.pid, 'SIGUSR2');
  const longestTurnMs = await report;
  lines.removeAllListeners();
  return { ...seen, longestTurnMs };
}

/**
 * Sends the input and expects `/live` to be answered meanwhile. On a busy machine any answer can be late, so a late one counts
 * only when the api itself computed for as long. Resolves to the answer.
 */
async function expectLive(what: string, send: () => Promise<Answer>): Promise<Answer> {
  await seenSince();
  const answer = await send();
  // The request is logged after its answer, and before this one is read.
  await vendor.get('/live');
  const { slowestMs, longestTurnMs, memoryMb } = await seenSince();
  const [live, turn, memory] = [slowestMs, longestTurnMs, memoryMb].map((each) => each.toFixed(0));
  // oxlint-disable-next-line no-console -- the figures are worth reading when they grow
  console.log(`${what}: ${answer.status}, /live within ${live} ms, longest turn ${turn} ms of CPU, ${memory} MB`);
  expect(Math.min(slowestMs, longestTurnMs)).toBeLessThan(MAX_LIVE_MS);
  expect(memoryMb).toBeLessThan(MAX_MEMORY_MB);
  return answer;
}

describe('a file to import', () => {
  const FILES: [what: string, make: () => string | Buffer<ArrayBuffer>, reason: string | undefined][] = [
    ['blank rows', () => filled('name,price\n', '\n'), 'too_many_rows'],
    ['rows with a line end of two characters', () => filled('name,price\n', '\r\n'), 'too_many_rows'],
    ['short rows', () => filled('name,price\n', 'x\n'), 'too_many_rows'],
    ['rows of blanks', () => filled('name,price\n', ' \u00a0\n'), 'too_many_rows'],
    ['rows of delimiters', () => filled('name,price\n', `${','.repeat(90)}\n`), 'too_many_cells'],
    ['one line', () => filled('name,price', 'x'), 'not_csv'],
    ['one row', () => filled('name,price\n', 'x'), 'not_csv'],
    ['one row of delimiters', () => filled('name,price\n', ','), 'not_csv'],
    ['one quoted cell', () => `${filled('name,price\n"', 'x')}"`, 'quotes'],
    ['one quoted cell of quotation marks', () => `${filled('name,price\nचाय,1\n"', '""')}"`, 'quotes'],
    ['one quoted cell of line ends', () => `${filled('name,price\n"', '\r\n')}"`, 'quotes'],
    ['quoted empty cells', () => filled('name,price\n', '"",'), 'quotes'],
    ['a quotation mark at the end', () => `${filled('name,price\n', `${'x'.repeat(200_000)}\n`)}"x`, 'quotes'],
    ['zero bytes', () => Buffer.concat([Buffer.from('name,price\n'), Buffer.alloc(NEARLY_5_MB)]), 'encoding'],
    ['a zero byte at the end', () => `${filled('name,price\n', 'x')}\0`, 'not_csv'],
    ['a broken character at the end', () => Buffer.from(`${filled('name\n', 'x')}\xff`, 'latin1'), 'encoding'],
    ['5,000 long rows', () => `name,description\n${`Tea,${'चाय '.repeat(95)}\n`.repeat(5_000)}`, undefined],
    ['rows of 250,000 characters', () => filled('name\n', `${'x'.repeat(249_999)}\n`), undefined],
  ];

  it.each(FILES)('with %s', async (what, make, reason) => {
    const file = new File([make()], 'worst.csv');
    const answer = await expectLive(what, () => importFile(file));
    expect([answer.status, answer.body.reason]).toEqual(reason ? [422, reason] : [201, undefined]);
  });

  it.each([
    ['that unpacks to 100 MB', () => workbookOf(' '.repeat(100_000_000)), 'too_much_text'],
    ['with cells far away', () => workbookOf(farCells()), 'too_many_cells'],
    ['of 5,000 rows', () => workbookOf(sheetXml([['name'], ...manyCells()])), null],
  ])('that is a workbook %s', async (what, make, refusal) => {
    const sent = await importFile(new File([make()], 'worst.xlsx'));
    expect(sent.body.state).toBe('reading');
    await expectLive(`a workbook ${what}`, async () => {
      await runImport(sent.body.id);
      return vendor.get(`/api/shops/${shop.id}/imports/${sent.body.id}`);
    }).then(({ body }) => expect(body.refusal).toBe(refusal));
  });

  it('whose 5,000 rows are all wrong, and the file of its wrong rows', async () => {
    const rows = Array.from({ length: 5_000 }, (_, at) => `${'"x""",'.repeat((at * 7) % 97)}\n`);
    const file = new File([`name,price,stock,mrp,barcode,unit\n"x",,,,,\n${rows.join('')}`], 'worst.csv');
    const sent = await expectLive('ragged rows', () => importFile(file));
    await runImport(sent.body.id);
    const path = `/api/shops/${shop.id}/imports/${sent.body.id}/errors.csv`;
    const errors = await expectLive('the wrong rows of ragged rows, four times', async () => {
      const [first] = await Promise.all(Array.from({ length: 4 }, () => vendor.get(path)));
      return first!;
    });
    expect(errors.text.split('\r\n').length).toBeGreaterThan(4_900);
  });

  /** Cancels what it starts, so that the next one is not a conflict. */
  async function importFile(file: File): Promise<Answer> {
    const path = `/api/shops/${shop.id}/imports`;
    const { body: running } = await vendor.get(path);
    if (running[0]?.state === 'waiting') await vendor.post(`${path}/${running[0].id}/cancel`);
    return vendor.post(path, { body: formOf({ file, dry_run: 'true' }) });
  }
});

/** Cells in the last column, each with 16,000 empty ones before it. */
const farCells = (): string =>
  `<worksheet><sheetData>${Array.from({ length: 2_000 }, (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c></row>`).join('')}</sheetData></worksheet>`;

const manyCells = (): string[][] =>
  Array.from({ length: 5_000 }, (_, row) => Array.from({ length: 14 }, (_each, at) => `cell ${row * at}`));

/** As many repetitions as fit into a file. */
const filled = (start: string, repeated: string): string =>
  start + repeated.repeat(Math.floor((NEARLY_5_MB - start.length) / Buffer.byteLength(repeated)));

describe('a body', () => {
  const repeated = (text: string, length = NEARLY_256_KB): string => text.repeat(Math.floor(length / text.length));
  const lines = (item: string): string => `{"items":[${repeated(`${item},`).slice(0, -1)}]}`;
  const LINE = '{"id":"x","quantity":0,"price":-1,"size":{}}';

  it.each([
    ['nested lists', '/api/orders', `${repeated('[', 127_000)}${repeated(']', 127_000)}`, 400],
    ['nested objects', '/api/orders', `${repeated('{"a":', 200_000)}1${repeated('}', 40_000)}`, 400],
    ['cart lines without fields', '/api/orders', lines('{}'), 400],
    ['9,000 cart lines without fields', '/api/orders', `{"items":[${repeated('{},', 27_000).slice(0, -1)}]}`, 400],
    ['wrong cart lines', '/api/orders', lines(LINE), 400],
    ['1,600 wrong cart lines', '/api/orders', `{"items":[${repeated(`${LINE},`, 72_000).slice(0, -1)}]}`, 400],
    ['numbers', '/api/orders', `[${repeated('1,')}1]`, 400],
    ['many fields', '/api/orders', `{${Array.from({ length: 20_000 }, (_, at) => `"f${at}":1`).join(',')}}`, 400],
    ['fields named __proto__', '/api/orders', `{${repeated('"__proto__":{},')}"a":1}`, 400],
    ['escapes', '/api/orders', `["${repeated(String.raw`\u0022`)}"]`, 400],
    ['a long email', '/api/auth/send-token', `{"email":"${repeated(' a@')}","shop_slug":"x"}`, 400],
    ['a long return address', '/api/stripe/create-checkout-session', `{"success_url":"${repeated('a?')}"}`, 400],
    ['a body that is too large', '/api/orders', `[${repeated('1,', 2_000_000)}1]`, 413],
  ])('with %s', async (what, path, body, status) => {
    const answer = await expectLive(what, () => vendor.post(path, { body }));
    expect(answer.status).toBe(status);
    expect(answer.text.length).toBeLessThan(20_000);
  });
});

describe('a form', () => {
  const ITEM = '{"price":"x","stock":[],"unit":""},';
  const list = `[${ITEM.repeat(1_800)}{}]`;

  it.each([
    ['a list of 4 billion places', { 'name[4294967294]': 'x', 'name[a]': 'y' }, 400],
    ['lists of thousands of variants', { name: 'x', variants: list }, 400],
    ['fields of 64 kB', Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, 'x'.repeat(65_536)])), 400],
    ['too many fields', Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, ''])), 413],
    ['a long field name', { ['x'.repeat(NEARLY_5_MB)]: '' }, 400],
  ])('with %s', async (what, fields, status) => {
    const answer = await expectLive(what, () => vendor.post('/api/products', { body: formOf(fields) }));
    expect(answer.status).toBe(status);
  });

  it('with a boundary of 15 kB that is nearly found everywhere', async () => {
    const boundary = 'a'.repeat(15_000);
    const near = `\r\n--${boundary.slice(1)}b`;
    const body = `--${boundary}\r\nContent-Disposition: form-data; name="image"; filename="x"\r\n${near.repeat(320)}`;
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    const answer = await expectLive('a long boundary', () => vendor.post('/api/products', { body, headers }));
    expect(answer.status).toBe(400);
  });
});

describe('an address', () => {
  it.each([
    ['parameters', `/api/products?shopId=1${'&a='.repeat(5_000)}`, 400],
    ['100 parameters', `/api/products?shopId=1${`&${'a'.repeat(145)}=`.repeat(99)}`, 200],
    ['parameters beyond the limit of headers', `/api/products?shopId=1${'&a='.repeat(33_000)}`, 431],
    ['escapes', `/${'%61'.repeat(5_000)}`, 404],
    ['slashes', '/'.repeat(15_000), 404],
    ['a search of 15 kB', `/api/orders/shop/1?search=${'1%20'.repeat(3_700)}`, 400],
    ['a search of 10 kB over all shops', `/api/search?q=${'milk%20'.repeat(1_450)}`, 400],
    ['a search of one number of 10 kB', `/api/search?q=${'1'.repeat(10_000)}a`, 400],
    ['a search of joined letters of 10 kB', `/api/search?q=${'a%E2%80%8D'.repeat(1_000)}`, 400],
    ['a search of 64 kB', `/api/operator/payments?search=${'%25'.repeat(21_000)}`, 431],
  ])('with %s', async (what, path, status) => {
    const answer = await expectLive(what, () => vendor.get(path));
    expect(answer.status).toBe(status);
  });

  it('with headers that are lists', async () => {
    const list = 'a;q=0.1,'.repeat(1_800);
    for (const name of ['accept', 'accept-encoding', 'if-none-match', 'x-forwarded-for', 'cookie']) {
      await expectLive(`a long ${name}`, () => vendor.get('/api/shops', { headers: { [name]: list } }));
    }
  });
});

describe('a picture', () => {
  beforeAll(async () => {
    await restart();
    await createRequiredOptions();
  });
  const create = { width: 7_000, height: 7_000, channels: 3 as const, background: '#c33' };
  const flat = (size: object = {}) => sharp({ create: { ...create, ...size }, limitInputPixels: false });

  it.each([
    ['64 million pixels', () => flat({ width: 8_000, height: 8_000 }).png(), 422],
    ['49 million pixels', () => flat().png({ compressionLevel: 1 }), 201],
    ['49 million pixels on their side', () => flat().jpeg().withMetadata({ orientation: 6 }), 201],
    ['49 million pixels of WebP', () => flat().webp({ effort: 0 }), 201],
    ['49 million interlaced pixels', () => flat().png({ progressive: true, compressionLevel: 1 }), 422],
    ['49 million progressive pixels', () => flat().jpeg({ progressive: true }), 422],
    ['12 million interlaced pixels', () => flat({ width: 1_700 }).png({ progressive: true, compressionLevel: 1 }), 201],
    ['12 million progressive pixels', () => flat({ width: 1_700 }).jpeg({ progressive: true }), 201],
    ['one line of pixels', () => flat({ width: 60_000, height: 1 }).png(), 422],
    ['a large SVG', async () => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(1_600_000)}`), 415],
  ])('of %s, four times', async (what, make, status) => {
    const made = await make();
    const bytes = Buffer.isBuffer(made) ? made : await made.toBuffer();
    const form = { ...REQUIRED_FIELDS, name: 'Tea', price: '1', stock: '1', image: new Blob([new Uint8Array(bytes)]) };
    const send = () => vendor.post('/api/products', { body: formOf(form) });
    const fourTimes = async () => (await Promise.all([send(), send(), send(), send()]))[0];
    const answer = await expectLive(what, fourTimes);
    expect(answer.status).toBe(status);
  });
});
