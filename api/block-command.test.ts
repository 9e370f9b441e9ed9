import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Shop } from '@haat/core/db/shops.models';
import { sessionCache } from '@haat/core/accounts/session-cache';
import { connectBus } from '@haat/core/live/connect-bus';
import { createMember, createShop } from '@haat/core/test/factories';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { apiTest } from './test/api-client.ts';
import { openEventStream } from './test/event-stream.ts';

/** Once the command has ended; without its signal, the memory of a process lasts half a minute and a stream a minute. */
const SOON = { timeout: 2_000, interval: 20 };

vi.setConfig({ testTimeout: 60_000 });

const api = apiTest();
let shop: Shop;
beforeAll(async () => {
  const bus = await connectBus();
  const stop = sessionCache.watch(bus);
  return async () => {
    stop();
    await bus.close();
  };
});
beforeEach(async () => void (shop = await createShop()));

/** The output of `npm run block` with these arguments. */
async function block(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['tools/block.ts', ...args], { env: { ...process.env, HAAT_ENV_FILE: '' } });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += String(part)));
  await once(child, 'close');
  return said;
}

/** A member whose session is in the memory of this process, with an open stream. */
async function connectMember() {
  const member = await createMember({ shop, role: 'vendor' });
  const session = await api.signIn({ user: member, shop });
  const status = async () => (await api.as(session).get('/api/users/me')).status;
  expect([await status(), await status()]).toEqual([200, 200]);
  const stream = await openEventStream(`${api.url}/api/notifications/stream?token=${session.token}`);
  expect(stream.status).toBe(200);
  const isClosed = vi.fn();
  void stream.closed.then(isClosed);
  return { email: member.email, status, stream, isClosed };
}

it.each([
  { what: 'blocks', args: [], says: 'The account is blocked and logged out everywhere.\n' },
  { what: 'logs out', args: ['--log-out'], says: 'Sessions ended: 1\n' },
])('$what one account: its calls and streams end at once, and no others', async ({ args, says }) => {
  const [named, other] = [await connectMember(), await connectMember()];
  expect(await block('--email', named.email, ...args)).toBe(says);
  await vi.waitFor(
    async () => expect([await named.status(), named.isClosed.mock.calls.length]).toEqual([401, 1]),
    SOON,
  );
  expect([await other.status(), other.isClosed.mock.calls.length]).toEqual([200, 0]);
  other.stream.close();
});

it('logs everyone out at once', async () => {
  const all = [await connectMember(), await connectMember()];
  expect(await block('--log-out', '--everyone')).toMatch(/^Sessions ended: \d+\n$/);
  for (const { status, isClosed } of all)
    await vi.waitFor(async () => expect([await status(), isClosed.mock.calls.length]).toEqual([401, 1]), SOON);
});
