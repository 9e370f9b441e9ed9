import type { Bus } from '@haat/core/live/bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { readSession, type Session } from '@haat/core/accounts/session';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMember, createShop } from '../../core/test/factories.ts';
import { signIn } from '../test/api-client.ts';
import { SessionWatch } from './session-watch.ts';

const WITHIN = { timeout: 10_000 };
/** A bus that has no more signals. */
const silent: Pick<Bus, 'subscribe' | 'onReconnect'> = { subscribe: () => () => {}, onReconnect: () => () => {} };

let watch: SessionWatch;
beforeAll(() => {
  connectDatabase();
  watch = new SessionWatch(silent, 3_600_000);
});
afterAll(async () => {
  watch.close();
  await closeDatabase();
});

/** A session at one shop, as it is read for a connection. */
async function readAtShop(): Promise<Session> {
  const shop = await createShop();
  const { token } = await signIn({ user: await createMember({ shop }), shop });
  const session = await readSession(token);
  if (!session) throw new Error('The session is over');
  return session;
}

it('ends a connection whose session went to another shop after it was read, although the signal came before', async () => {
  const session = await readAtShop();
  const other = await createShop();
  await database().pool.query('UPDATE sessions SET shop_id = $2 WHERE id = $1', [session.sessionId, other.id]);
  const end = vi.fn();
  watch.watch(session, end);
  await vi.waitFor(() => expect(end).toHaveBeenCalledOnce(), WITHIN);
});

it('keeps connections of sessions that are as they were read, and asks nothing of those that have left', async () => {
  const [stays, changed] = [await readAtShop(), await readAtShop()];
  const end = vi.fn();
  watch.watch(stays, end);
  watch.watch(changed, end)();
  await database().pool.query('UPDATE sessions SET revoked_at = now() WHERE id = $1', [changed.sessionId]);
  const gone = vi.fn();
  watch.watch({ ...changed }, gone);
  await vi.waitFor(() => expect(gone).toHaveBeenCalledOnce(), WITHIN);
  expect(end).not.toHaveBeenCalled();
});
