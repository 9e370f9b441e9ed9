import type { IncomingHttpHeaders } from 'node:http';
import { database } from '@haat/core/db/database';
import { requestLog } from '@haat/core/ops/log';
import { createMember, createShop } from '@haat/core/test/factories';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { apiTest, type SignedIn } from '../test/api-client.ts';
import { type EventStream, openEventStream } from '../test/event-stream.ts';

const api = apiTest();

const WITHIN = { timeout: 30_000 };

let vendor: { id: number };
let shop: { id: number };
let signedIn: SignedIn;
beforeEach(async () => {
  shop = await createShop();
  vendor = await createMember({ shop });
  signedIn = await api.signIn({ user: vendor, shop });
});

const open: EventStream[] = [];
afterEach(() => open.splice(0).forEach((each) => each.close()));

async function stream(query: string, headers: Record<string, string> = {}): Promise<EventStream> {
  const opened = await openEventStream(`${api.url}/api/notifications/stream?${query}`, headers);
  open.push(opened);
  return opened;
}

/** The URL that our client sends, and one that is left to the application. */
const direct = (headers?: Record<string, string>) => stream(`token=${signedIn.token}`, headers);
const byApplication = (headers?: Record<string, string>) => stream(`token=${signedIn.token}&`, headers);

it('sends the same headers as the application', async () => {
  const known = ({ headers: { date: _, ...rest } }: { headers: IncomingHttpHeaders }) => rest;
  const id = { 'x-request-id': 'the-same-id-twice' };
  const [one, other] = [await direct(id), await byApplication(id)];
  expect([one.status, other.status]).toEqual([200, 200]);
  expect(known(one)).toEqual(known(other));
  expect(one.headers).toMatchObject({
    'x-request-id': 'the-same-id-twice',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'no-referrer',
    connection: 'close',
  });
  expect(one.headers['transfer-encoding']).toBeUndefined();
});

it('counts streams opened either way against the limit of the user', async () => {
  const first = await direct();
  for (let each = 0; each < 5; each++) await byApplication();
  await first.closed;
  expect(first.text()).toContain('retry: 60000');
});

it('logs one line when the stream has ended, with its user and without its token', async () => {
  const info = vi.spyOn(requestLog, 'info');
  const isEnabled = vi.spyOn(requestLog, 'isLevelEnabled').mockReturnValue(true);
  try {
    const lines = () => info.mock.calls.map(([line]) => line).filter((line) => /stream/.test(JSON.stringify(line)));
    for (const read of [await direct(), await byApplication()]) {
      expect(lines()).toEqual([]);
      read.close();
      await vi.waitFor(() => expect(lines()).toHaveLength(1), WITHIN);
      expect(lines()).toEqual([
        expect.objectContaining({
          requestId: read.headers['x-request-id'],
          method: 'GET',
          url: expect.stringMatching(/^\/api\/notifications\/stream\?token=\[redacted\]&?$/),
          status: 200,
          ip: '127.0.0.1',
          userId: vendor.id,
          shopId: shop.id,
        }),
      ]);
      info.mockClear();
    }
  } finally {
    info.mockRestore();
    isEnabled.mockRestore();
  }
});

it('answers 403 to the ticket of a member who has left the shop', async () => {
  const { ticket } = (await api.as(signedIn).post('/api/notifications/stream-ticket')).body;
  await database().pool.query('DELETE FROM shop_members WHERE user_id = $1', [vendor.id]);
  expect((await stream(`token=${ticket}`)).status).toBe(403);
});
