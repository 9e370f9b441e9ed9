import type { FeedName } from '@haat/contract/socket-events';
import type { Bus, Signal } from '@haat/core/live/bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { announcedOrder } from '@haat/core/test/announced-order';
import { createShop, createUser } from '@haat/core/test/factories';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FeedHub, type FeedReader } from './feed-hub.ts';

beforeAll(() => connectDatabase());
afterAll(closeDatabase);

function reader(): FeedReader & { seqs: number[] } {
  const seqs: number[] = [];
  return {
    seqs,
    isGone: () => false,
    replay: async (rows) => void seqs.push(...rows.map(({ seq }) => seq)),
    caughtUp: () => {},
    deliver: ({ rows }) => void seqs.push(...rows.map(({ seq }) => seq)),
  };
}

/** Holds back the first read of a single feed until the returned function is called. */
function holdFirstRead(): { begun: Promise<void>; release: () => void } {
  const [begun, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const query = database().pool.query.bind(database().pool) as (...args: unknown[]) => Promise<unknown>;
  vi.spyOn(database().pool, 'query').mockImplementation((async (statement: { text?: string }, ...rest: unknown[]) => {
    if (statement.text?.includes('n.feed = $1')) {
      begun.resolve();
      await released.promise;
    }
    return query(statement, ...rest);
  }) as never);
  return { begun: begun.promise, release: released.resolve };
}

/** A hub that receives only the signals given to the returned function. */
function openHub(): { hub: FeedHub; publish: (signal: Signal) => void } {
  let publish: (signal: Signal) => void = () => {};
  const bus: Pick<Bus, 'subscribe' | 'onReconnect'> = {
    subscribe: (listener) => {
      publish = listener;
      return () => {};
    },
    onReconnect: () => () => {},
  };
  return { hub: new FeedHub(bus, 60_000), publish: (signal) => publish(signal) };
}

it('sends a row once to a reader of a feed that was left and opened again while it was to be read', async () => {
  const { hub, publish } = openHub();
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const feed: FeedName = `shop:${shop.id}`;
  const busy: FeedName = `user:${user.id}`;
  await hub.attach(busy, reader(), 0);
  const leave = await hub.attach(feed, reader(), 0);

  const held = holdFirstRead();
  publish({ type: 'feed', feed: busy, seq: 1 });
  await held.begun;
  publish({ type: 'feed', feed, seq: 1 });
  leave();
  const back = reader();
  await hub.attach(feed, back, 0);
  const { seq } = await announcedOrder({ shop, user });
  publish({ type: 'feed', feed, seq });
  held.release();

  await vi.waitFor(() => expect(back.seqs).toEqual([seq]), { timeout: 30_000 });
  hub.close();
  vi.restoreAllMocks();
});

it('lets a reader go that is still catching up when the hub closes', async () => {
  const { hub } = openHub();
  const [shop, user] = await Promise.all([createShop(), createUser()]);
  const feed: FeedName = `shop:${shop.id}`;
  await hub.attach(feed, reader(), 0);
  const { seq } = await announcedOrder({ shop, user });

  const held = holdFirstRead();
  const fromAnotherReplica = reader();
  const attaching = hub.attach(feed, fromAnotherReplica, seq);
  await held.begun;
  hub.close();
  held.release();

  await attaching;
  expect(fromAnotherReplica.seqs).toEqual([]);
  vi.restoreAllMocks();
});
