import { once } from 'node:events';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { createMember, createShop } from '@haat/core/test/factories';
import { killLeftoverPrograms, startApiProgram, type Program } from '@haat/core/test/program';
import { io } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { isListening, freePort } from '../tools/lib/ports.ts';
import { signIn } from './test/api-client.ts';
import { openEventStream } from './test/event-stream.ts';

const WITHIN = { timeout: 30_000, interval: 50 };
const LONG = '120';

vi.setConfig({ testTimeout: 120_000 });

let token: string;
beforeAll(async () => {
  connectDatabase();
  const shop = await createShop();
  ({ token } = await signIn({ user: await createMember({ shop }), shop }));
});
afterEach(() => killLeftoverPrograms());
afterAll(() => closeDatabase());

async function startApi(env: Record<string, string> = {}): Promise<Program & { url: string }> {
  const port = String(await freePort());
  return { ...(await startApiProgram({ env: { ...env, PORT: port } })), url: `http://127.0.0.1:${port}` };
}

const statusOf = async (url: string): Promise<number> => (await fetch(url)).status;
const takesConnections = (url: string): Promise<boolean> => isListening(Number(new URL(url).port));

/** A call of which a part is still on its way. */
function begun(url: string, body: string): { rest(): void; call: ClientRequest; answer: Promise<IncomingMessage> } {
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  const call = request(`${url}/api/auth/send-token`, { method: 'POST', headers, agent: false });
  const answer = once(call, 'response').then(([response]) => response as IncomingMessage);
  call.write(body.slice(0, 5));
  return { call, answer, rest: () => void call.end(body.slice(5)) };
}

it('keeps serving with `Connection: close` while not ready, and exits at once on a second signal', async () => {
  const api = await startApi({ DRAIN_SECONDS: LONG });
  const ended = api.terminate();
  await vi.waitFor(async () => expect(await statusOf(`${api.url}/ready`)).toBe(503), WITHIN);
  const answer = await fetch(`${api.url}/live`);
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect((await openEventStream(`${api.url}/api/notifications/stream?token=${token}`)).status).toBe(200);
  // Signals right after the first count as the same one: repeats it until one counts as the second.
  const repeat = setInterval(() => void api.terminate(), 50);
  expect(await ended).toBe(1);
  clearInterval(repeat);
});

it('lets a request that has begun come to its end, takes no new ones meanwhile, and exits in order', async () => {
  const api = await startApi({ STOP_SECONDS: LONG });
  const { rest, answer } = begun(api.url, JSON.stringify({ email: 'nobody', shop_slug: 'x' }));
  await vi.waitFor(async () => expect(await statusOf(`${api.url}/ready`)).toBe(200), WITHIN);
  const ended = api.terminate();
  await vi.waitFor(async () => expect(await takesConnections(api.url)).toBe(false), WITHIN);
  rest();
  const { statusCode, headers } = await answer;
  expect([statusCode, headers.connection]).toEqual([400, 'close']);
  expect(await ended).toBe(0);
});

it('sends streams and sockets elsewhere: they are back within seconds, not all at the same moment', async () => {
  const api = await startApi();
  const streams = await Promise.all(
    [1, 2, 3].map(() => openEventStream(`${api.url}/api/notifications/stream?token=${token}`)),
  );
  const socket = io(api.url, { transports: ['websocket'], auth: { token }, forceNew: true });
  await new Promise<void>((done) => socket.once('connect', done));
  const left = new Promise<string>((done) => socket.once('disconnect', done));
  const ended = api.terminate();
  await Promise.all(streams.map(({ closed }) => closed));
  const waits = streams.map(({ text }) => Number(/retry: (\d+)\n\n$/.exec(text())?.[1]));
  expect(waits.every((ms) => ms >= 500 && ms <= 1_500)).toBe(true);
  expect(new Set(waits).size).toBeGreaterThan(1);
  // Its library comes back automatically from this, as it does not from a word of the server's.
  expect(await left).toBe('transport close');
  expect(socket.active).toBe(true);
  socket.disconnect();
  expect(await ended).toBe(0);
});

it('does not wait longer than it may for a request that does not end', async () => {
  const api = await startApi({ STOP_SECONDS: '1' });
  const { answer, call } = begun(api.url, JSON.stringify({ email: 'nobody' }));
  await once(call, 'socket');
  await vi.waitFor(async () => expect(await statusOf(`${api.url}/ready`)).toBe(200), WITHIN);
  const lost = answer.catch((error: NodeJS.ErrnoException) => error.code);
  expect(await api.terminate()).toBe(0);
  expect(await lost).toBe('ECONNRESET');
});

it('ends by force when the stores do not let it go', async () => {
  const api = await startApi({ STOP_SECONDS: '1' });
  const blocker = await database().pool.connect();
  await blocker.query('BEGIN; LOCK TABLE shops IN ACCESS EXCLUSIVE MODE');
  const stuck = fetch(`${api.url}/api/shops`).catch(() => undefined);
  await vi.waitFor(async () => {
    const { rows } = await database().pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(rows.length).toBeGreaterThan(0);
  }, WITHIN);
  expect(await api.terminate()).toBe(1);
  await stuck;
  await blocker.query('ROLLBACK');
  blocker.release();
});
