import type { OrderStatus } from '@haat/contract/orders/order-status';
import { createActor, fromPromise } from 'xstate';
import { expect, it, vi } from 'vitest';
import { advanceOrderMachine, type SaveStatus } from './advance-order.machine.ts';
import { pendingAdvancesMachine } from './pending-advances.machine.ts';

function startAdvances(saveStatus: (request: SaveStatus) => Promise<OrderStatus>) {
  const actors = { saveStatus: fromPromise<OrderStatus, SaveStatus>(({ input }) => saveStatus(input)) };
  const advanceOrder = advanceOrderMachine.provide({ actors });
  return createActor(pendingAdvancesMachine.provide({ actors: { advanceOrder } })).start();
}

const actorOf = (advances: ReturnType<typeof startAdvances>, orderId: number) =>
  advances.getSnapshot().context.actors[orderId];

it('keeps one actor per order, however often the order is shown', () => {
  const advances = startAdvances(async ({ to }) => to);
  advances.send({ type: 'order.shown', orderId: 1, status: 'Pending', takeaway: false });
  const first = actorOf(advances, 1);
  advances.send({ type: 'order.shown', orderId: 1, status: 'Accepted', takeaway: false });
  advances.send({ type: 'order.shown', orderId: 2, status: 'Accepted', takeaway: false });
  expect(actorOf(advances, 1)).toBe(first);
  expect(first?.getSnapshot().context).toEqual({
    orderId: 1,
    status: 'Pending',
    takeaway: false,
    problem: undefined,
  });
  expect(actorOf(advances, 2)?.getSnapshot().context.status).toBe('Accepted');
});

it('saves every pending change at once on a flush, and nothing else', () => {
  const saveStatus = vi.fn(async ({ to }: SaveStatus) => to);
  const advances = startAdvances(saveStatus);
  for (const orderId of [1, 2, 3]) advances.send({ type: 'order.shown', orderId, status: 'Pending', takeaway: false });
  actorOf(advances, 1)?.send({ type: 'advance' });
  actorOf(advances, 3)?.send({ type: 'advance' });
  advances.send({ type: 'flush' });
  expect(saveStatus.mock.calls.map(([request]) => request)).toEqual([
    { orderId: 1, to: 'Accepted' },
    { orderId: 3, to: 'Accepted' },
  ]);
});
