import type { OrderStatus } from '@haat/contract/rules/order-status';
import { createActor, fromPromise } from 'xstate';
import { expect, it, vi } from 'vitest';
import { advanceOrderMachine, type SaveStatus } from './advance-order.machine.ts';
import { orderBoardMachine } from './order-board.machine.ts';

function startBoard(saveStatus: (request: SaveStatus) => Promise<OrderStatus>) {
  const actors = { saveStatus: fromPromise<OrderStatus, SaveStatus>(({ input }) => saveStatus(input)) };
  const advanceOrder = advanceOrderMachine.provide({ actors });
  return createActor(orderBoardMachine.provide({ actors: { advanceOrder } })).start();
}

const actorOf = (board: ReturnType<typeof startBoard>, orderId: number) => board.getSnapshot().context.actors[orderId];

it('keeps one actor per order, however often the order is shown', () => {
  const board = startBoard(async ({ to }) => to);
  board.send({ type: 'order.shown', orderId: 1, status: 'Pending' });
  const first = actorOf(board, 1);
  board.send({ type: 'order.shown', orderId: 1, status: 'Accepted' });
  board.send({ type: 'order.shown', orderId: 2, status: 'Accepted' });
  expect(actorOf(board, 1)).toBe(first);
  expect(first?.getSnapshot().context).toEqual({ orderId: 1, status: 'Pending', problem: undefined });
  expect(actorOf(board, 2)?.getSnapshot().context.status).toBe('Accepted');
});

it('saves every pending change at once on a flush, and nothing else', () => {
  const saveStatus = vi.fn(async ({ to }: SaveStatus) => to);
  const board = startBoard(saveStatus);
  for (const orderId of [1, 2, 3]) board.send({ type: 'order.shown', orderId, status: 'Pending' });
  actorOf(board, 1)?.send({ type: 'advance' });
  actorOf(board, 3)?.send({ type: 'advance' });
  board.send({ type: 'flush' });
  expect(saveStatus.mock.calls.map(([request]) => request)).toEqual([
    { orderId: 1, to: 'Accepted' },
    { orderId: 3, to: 'Accepted' },
  ]);
});
