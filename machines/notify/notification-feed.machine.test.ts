import type { NotificationView } from '@haat/contract/notify/notifications.calls';
import { RefusedError } from '@haat/contract/reason';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { describe, expect, it } from 'vitest';
import { acknowledgementMachine } from './acknowledgement.machine.ts';
import {
  isConnectionLost,
  lastCalls,
  newOrderCount,
  notificationFeedMachine,
  ringingCount,
  type StreamEvent,
  type StreamFrom,
} from './notification-feed.machine.ts';

const note = (id: number): NotificationView => ({
  id,
  message: `New order ${id}`,
  created_at: '2026-11-21T09:00:00.000Z',
  order_id: id,
  order_number: `H${id}`,
});

/** A server whose list and stream the test controls. */
function startFeed(list: () => Promise<NotificationView[]> = async () => [note(2), note(1)]) {
  const opened: number[] = [];
  let report: (event: StreamEvent) => void = () => {};
  const acknowledged: number[] = [];
  const sendAcknowledgement = fromPromise<unknown, { seq: number }>(async ({ input }) => acknowledged.push(input.seq));
  const actors = {
    acknowledgement: acknowledgementMachine.provide({ actors: { sendAcknowledgement } }),
    loadNotifications: fromPromise<NotificationView[]>(list),
    stream: fromCallback<StreamEvent, StreamFrom>(({ input, sendBack }) => {
      opened.push(input.lastId);
      report = sendBack;
    }),
  };
  const clock = new SimulatedClock();
  const announced: number[] = [];
  const feed = createActor(notificationFeedMachine.provide({ actors }), { clock });
  feed.on('announced', ({ notification }) => announced.push(notification.id));
  feed.start();
  const ids = () => feed.getSnapshot().context.notifications.map(({ id }) => id);
  const newOrders = () => newOrderCount(feed.getSnapshot().context);
  return {
    feed,
    clock,
    opened,
    announced,
    acknowledged,
    ids,
    newOrders,
    report: (event: StreamEvent) => report(event),
  };
}

async function startLive(list?: () => Promise<NotificationView[]>) {
  const started = startFeed(list);
  await waitFor(started.feed, (state) => state.matches('streaming'));
  started.report({ type: 'stream.opened' });
  return started;
}

it('adds new ones at the front, each once, and announces only those', async () => {
  const { ids, announced, report } = await startLive();
  report({ type: 'arrived', notification: note(3) });
  report({ type: 'arrived', notification: note(3) });
  report({ type: 'arrived', notification: note(1) });
  expect(ids()).toEqual([3, 2, 1]);
  expect(announced).toEqual([3]);
});

it.each([
  ['the newest shown', async () => [note(2), note(1)], 2],
  ['the very first one of a new shop', async () => [], 0],
])('streams from %s', async (_, list, from) => {
  const { opened } = await startLive(list);
  expect(opened).toEqual([from]);
});

it.each(['unauthenticated', 'forbidden'] as const)(
  'waits for another session when the list is refused: %s',
  async (code) => {
    let isRefused = true;
    const { feed } = startFeed(() => (isRefused ? Promise.reject(new RefusedError({ code })) : Promise.resolve([])));
    await waitFor(feed, (state) => state.matches('refused'));
    isRefused = false;
    feed.send({ type: 'retry' });
    await waitFor(feed, (state) => state.matches('streaming'));
  },
);

it('ends when the stream is rejected', async () => {
  const { feed, report } = await startLive();
  report({ type: 'stream.refused' });
  expect(feed.getSnapshot().value).toBe('refused');
});

it('retries loading after a failure', async () => {
  let isBroken = true;
  const { feed, ids } = startFeed(() => (isBroken ? Promise.reject(new Error('line')) : Promise.resolve([note(1)])));
  await waitFor(feed, (state) => state.matches('failed'));
  isBroken = false;
  feed.send({ type: 'retry' });
  await waitFor(feed, (state) => state.matches('streaming'));
  expect(ids()).toEqual([1]);
});

it('reopens a broken stream after the last id', async () => {
  const { feed, clock, opened, report } = await startLive();
  report({ type: 'arrived', notification: note(3) });
  report({ type: 'stream.failed' });
  expect(feed.getSnapshot().value).toBe('reconnecting');
  clock.increment(1000);
  expect(opened).toEqual([2, 3]);
});

it('reopens it at once when the browser is online again', async () => {
  const { feed, opened, report } = await startLive();
  report({ type: 'stream.failed' });
  feed.send({ type: 'online' });
  expect(opened).toHaveLength(2);
});

it('does not come back by itself where too many devices use the login, until it is told to', async () => {
  const { feed, clock, opened, report } = await startLive();
  report({ type: 'stream.replaced' });
  feed.send({ type: 'online' });
  clock.increment(600_000);
  expect([feed.getSnapshot().value, opened.length]).toEqual(['replaced', 1]);
  feed.send({ type: 'retry' });
  expect(opened).toHaveLength(2);
});

it('is lost only after three minutes offline, and can be reopened', async () => {
  const { feed, clock, opened, report } = await startLive();
  const waits = [1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000, 30_000, 30_000];
  const isLost = () => isConnectionLost(feed.getSnapshot());
  report({ type: 'stream.failed' });
  for (const wait of waits) {
    expect([feed.getSnapshot().value, isLost()]).toEqual(['reconnecting', false]);
    clock.increment(wait);
    report({ type: 'stream.failed' });
  }
  expect([feed.getSnapshot().value, isLost()]).toEqual(['lost', true]);
  expect(waits.reduce((sum, wait) => sum + wait)).toBeGreaterThan(180_000);

  feed.send({ type: 'retry' });
  expect([opened.length, isLost()]).toEqual([waits.length + 2, false]);
});

it('keeps retrying when it is lost, and recovers automatically', async () => {
  const { feed, clock, report } = await startLive();
  const isLost = () => isConnectionLost(feed.getSnapshot());
  report({ type: 'stream.failed' });
  while (!isLost()) {
    clock.increment(30_000);
    report({ type: 'stream.failed' });
  }
  for (let each = 0; each < 3; each++) {
    clock.increment(30_000);
    expect([feed.getSnapshot().matches({ streaming: 'connecting' }), isLost()]).toEqual([true, true]);
    report({ type: 'stream.failed' });
    expect(isLost()).toBe(true);
  }
  clock.increment(30_000);
  report({ type: 'stream.opened' });
  expect(isLost()).toBe(false);
});

it('resets the attempts once connected', async () => {
  const { feed, clock, report } = await startLive();
  report({ type: 'stream.failed' });
  clock.increment(1000);
  report({ type: 'stream.opened' });
  report({ type: 'stream.failed' });
  expect(feed.getSnapshot().context.attempt).toBe(1);
});

it('shows at most two hundred', async () => {
  const { ids, report } = await startLive();
  for (let id = 3; id <= 210; id++) report({ type: 'arrived', notification: note(id) });
  expect([ids().length, ids()[0]]).toEqual([200, 210]);
});

describe('new orders', () => {
  it('are those after the last acknowledged one', async () => {
    const { newOrders, report } = await startLive();
    expect(newOrders()).toBe(0);
    report({ type: 'acknowledged', seq: 1 });
    expect(newOrders()).toBe(1);
    report({ type: 'arrived', notification: note(3) });
    expect(newOrders()).toBe(2);
  });

  it('are acknowledged locally at once, and at the server', async () => {
    const { feed, newOrders, acknowledged, report } = await startLive();
    report({ type: 'acknowledged', seq: 0 });
    feed.send({ type: 'acknowledge' });
    expect([newOrders(), acknowledged]).toEqual([0, [2]]);
    feed.send({ type: 'acknowledge' });
    expect(acknowledged).toEqual([2]);
    report({ type: 'arrived', notification: note(3) });
    expect(newOrders()).toBe(1);
  });

  it('stay acknowledged once another device has acknowledged them', async () => {
    const { newOrders, acknowledged, report } = await startLive();
    report({ type: 'acknowledged', seq: 2 });
    report({ type: 'acknowledged', seq: 1 });
    expect([newOrders(), acknowledged]).toEqual([0, []]);
  });
});

describe('an order that ends soon', () => {
  async function startSilenced() {
    const started = await startLive();
    started.report({ type: 'acknowledged', seq: 2 });
    return { ...started, calls: () => lastCalls(started.feed.getSnapshot().context) };
  }

  it('rings again although it was acknowledged, until that is silenced for all devices', async () => {
    const { feed, calls, acknowledged, newOrders } = await startSilenced();
    feed.send({ type: 'call', orderId: 1, seq: 7 });
    expect(calls()).toEqual([1]);
    expect(newOrders()).toBe(0);
    feed.send({ type: 'acknowledge' });
    expect(calls()).toEqual([]);
    await waitFor(feed, () => acknowledged.length > 0);
    expect(acknowledged).toEqual([7]);
    feed.send({ type: 'call', orderId: 2, seq: 8 });
    expect(calls()).toEqual([2]);
  });

  it('is silenced by another device', async () => {
    const { feed, calls, report } = await startSilenced();
    feed.send({ type: 'call', orderId: 1, seq: 7 });
    report({ type: 'acknowledged', seq: 6 });
    expect(calls()).toEqual([1]);
    report({ type: 'acknowledged', seq: 7 });
    expect(calls()).toEqual([]);
  });

  it('rings by the clock of the device alone, and once silenced does not when the server says so, too', async () => {
    const { feed, calls } = await startSilenced();
    feed.send({ type: 'call', orderId: 1 });
    expect(calls()).toEqual([1]);
    feed.send({ type: 'acknowledge' });
    feed.send({ type: 'call', orderId: 1, seq: 7 });
    expect(calls()).toEqual([]);
  });

  it('rings no longer once it was accepted or has ended', async () => {
    const { feed, calls } = await startSilenced();
    feed.send({ type: 'call', orderId: 1, seq: 7 });
    feed.send({ type: 'call.over', orderId: 1 });
    expect(calls()).toEqual([]);
  });

  it('counts once beside the new orders', async () => {
    const { feed, report } = await startSilenced();
    report({ type: 'arrived', notification: note(3) });
    feed.send({ type: 'call', orderId: 3, seq: 7 });
    feed.send({ type: 'call', orderId: 1, seq: 8 });
    expect(ringingCount(feed.getSnapshot().context)).toBe(2);
  });
});
