import { ALREADY_FINAL, type OrderStatus } from '@haat/contract/orders/order-status';
import { RefusedError } from '@haat/contract/reason';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { describe, expect, it, vi } from 'vitest';
import { advanceOrderMachine, type SaveStatus, UNDO_MS } from './advance-order.machine.ts';

function startCard(saveStatus: (request: SaveStatus) => Promise<OrderStatus>, status: OrderStatus = 'Accepted') {
  const actors = { saveStatus: fromPromise<OrderStatus, SaveStatus>(({ input }) => saveStatus(input)) };
  return createActor(advanceOrderMachine.provide({ actors }), {
    input: { orderId: 1, status, takeaway: false },
  }).start();
}

/** Advances the order and ends the time to undo it. */
async function advance(card: ReturnType<typeof startCard>) {
  card.send({ type: 'advance' });
  card.send({ type: 'flush' });
  return (await waitFor(card, (state) => !state.hasTag('busy'))).context;
}

it('saves the next status and shows what was saved', async () => {
  const saveStatus = vi.fn(async ({ to }: SaveStatus) => to);
  expect(await advance(startCard(saveStatus))).toEqual({
    orderId: 1,
    status: 'In Transit',
    takeaway: false,
    problem: undefined,
  });
  expect(saveStatus).toHaveBeenCalledWith({ orderId: 1, to: 'In Transit' });
});

it('saves once for two clicks', async () => {
  const saveStatus = vi.fn(async ({ to }: SaveStatus) => to);
  const card = startCard(saveStatus);
  card.send({ type: 'advance' });
  await advance(card);
  expect(saveStatus).toHaveBeenCalledOnce();
});

it('rejects to advance a delivered order without a request', async () => {
  const saveStatus = vi.fn(async ({ to }: SaveStatus) => to);
  expect(await advance(startCard(saveStatus, 'Delivered'))).toMatchObject({
    problem: { key: 'shopOrders.alreadyFinal' },
  });
  expect(saveStatus).not.toHaveBeenCalled();
});

it.each([
  ['a network error', new TypeError('fetch failed'), 'shopOrders.networkError', 0],
  ['a lost session', new RefusedError({ code: 'unauthenticated' }), 'shopOrders.mustLogIn', 0],
  ['a refusal', new RefusedError({ code: 'forbidden', text: 'No' }), 'shopOrders.updateFailed', 0],
  [
    'a change made elsewhere',
    new RefusedError({ code: 'status_not_allowed', text: 'No' }),
    'shopOrders.updateFailed',
    1,
  ],
  [
    'a last change made elsewhere',
    new RefusedError({ code: 'status_not_allowed', text: ALREADY_FINAL }),
    'shopOrders.alreadyFinal',
    1,
  ],
])('keeps the status on %s and says why', async (_, error, key, stale) => {
  const card = startCard(() => Promise.reject(error));
  const onStale = vi.fn();
  card.on('stale', onStale);
  expect(await advance(card)).toMatchObject({ status: 'Accepted', problem: { key } });
  expect(onStale).toHaveBeenCalledTimes(stale);
});

it('still says why after another screen moved the card', async () => {
  const card = startCard(() => Promise.reject(new RefusedError({ code: 'status_not_allowed', text: 'No' })));
  await advance(card);
  card.send({ type: 'moved', status: 'Delivered' });
  expect(card.getSnapshot().context).toMatchObject({
    status: 'Delivered',
    problem: { key: 'shopOrders.updateFailed' },
  });
});

it('clears the problem at the next attempt, and when it is dismissed', async () => {
  let isBroken = true;
  const card = startCard(async ({ to }) => (isBroken ? Promise.reject(new Error('offline')) : to));
  await advance(card);
  card.send({ type: 'dismissed' });
  expect(card.getSnapshot().context.problem).toBeUndefined();
  await advance(card);
  isBroken = false;
  expect(await advance(card)).toMatchObject({ status: 'In Transit', problem: undefined });
});

it('follows changes made on another screen, never backwards', () => {
  const card = startCard(async ({ to }) => to);
  card.send({ type: 'moved', status: 'Delivered' });
  card.send({ type: 'moved', status: 'In Transit' });
  expect(card.getSnapshot().context.status).toBe('Delivered');
});

it('does not fall back when another screen went further while saving', async () => {
  let answer: (status: OrderStatus) => void = () => {};
  const card = startCard(() => new Promise((resolve) => (answer = resolve)));
  card.send({ type: 'advance' });
  card.send({ type: 'flush' });
  card.send({ type: 'moved', status: 'Delivered' });
  answer('In Transit');
  await waitFor(card, (state) => !state.hasTag('busy'));
  expect(card.getSnapshot().context.status).toBe('Delivered');
});

describe('a change that can be undone', () => {
  function startUndoable() {
    const saveStatus = vi.fn(async ({ to }: SaveStatus) => to);
    const actors = { saveStatus: fromPromise<OrderStatus, SaveStatus>(({ input }) => saveStatus(input)) };
    const clock = new SimulatedClock();
    const input = { orderId: 1, status: 'Pending', takeaway: false } as const;
    const card = createActor(advanceOrderMachine.provide({ actors }), { clock, input }).start();
    card.send({ type: 'advance' });
    return { card, clock, saveStatus };
  }

  it('is saved after five seconds, once', async () => {
    const { card, clock, saveStatus } = startUndoable();
    card.send({ type: 'advance' });
    clock.increment(UNDO_MS - 1);
    expect([card.getSnapshot().value, saveStatus.mock.calls.length]).toEqual(['undoable', 0]);
    clock.increment(1);
    await waitFor(card, (state) => state.matches('resting'));
    expect(saveStatus.mock.calls).toEqual([[{ orderId: 1, to: 'Accepted' }]]);
    expect(card.getSnapshot().context.status).toBe('Accepted');
  });

  it('is not saved once it is undone', () => {
    const { card, clock, saveStatus } = startUndoable();
    card.send({ type: 'undo' });
    clock.increment(2 * UNDO_MS);
    expect([card.getSnapshot().value, card.getSnapshot().context.status]).toEqual(['resting', 'Pending']);
    expect(saveStatus).not.toHaveBeenCalled();
  });

  it('is saved at once on a flush', () => {
    const { card, saveStatus } = startUndoable();
    card.send({ type: 'flush' });
    card.send({ type: 'undo' });
    expect(card.getSnapshot().value).toBe('saving');
    expect(saveStatus).toHaveBeenCalledOnce();
  });

  it.each(['Accepted', 'Delivered'] as const)('gives way to %s set on another screen, with its author', (status) => {
    const { card, clock, saveStatus } = startUndoable();
    const onOvertaken = vi.fn();
    card.on('overtaken', onOvertaken);
    card.send({ type: 'moved', status, by: 'Test Vendor' });
    clock.increment(2 * UNDO_MS);
    expect([card.getSnapshot().value, card.getSnapshot().context.status]).toEqual(['resting', status]);
    expect(onOvertaken).toHaveBeenCalledExactlyOnceWith({ type: 'overtaken', status, by: 'Test Vendor' });
    expect(saveStatus).not.toHaveBeenCalled();
  });

  it('stays pending when the list is refetched without a change', () => {
    const { card } = startUndoable();
    card.send({ type: 'moved', status: 'Pending' });
    expect(card.getSnapshot().value).toBe('undoable');
  });
});
