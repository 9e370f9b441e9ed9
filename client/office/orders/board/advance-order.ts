import { SHOP_ORDER_PATHS } from '@haat/contract/changes';
import type { AdvancedOrderView, OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderReason, RETURN_REASONS } from '@haat/contract/orders/order-reasons';
import { readOrderStatus, type OrderStatus } from '@haat/contract/orders/order-status';
import { advanceOrderMachine, type SaveStatus } from '@haat/machines/orders/advance-order.machine';
import { pendingAdvancesMachine, type AdvanceOrderActor } from '@haat/machines/orders/pending-advances.machine';
import type { Problem } from '@haat/machines/problem';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { createContext, useContext, useEffect, useState } from 'react';
import { createActor, fromPromise } from 'xstate';
import { serverText, textOf } from '../../../i18n/language.ts';
import { shopStatusTextId } from '../../../i18n/order-status-text.ts';
import { useText, type Text } from '../../../i18n/use-text.ts';
import { reload } from '../../../lib/reload.ts';
import { callOrQueue, type Outcome } from '../../../lib/offline-queue/offline-queue.ts';
import { showText } from '../../../ui/toasts.tsx';
import { waitingChange } from '../../offline-queue/waiting-change.ts';

/** Moves an order to its next status, and follows the changes that are made on other screens. */
export function useAdvanceOrder(order: OrderView) {
  const t = useText();
  const actor = useContext(OrderBoardContext)?.actorOf(order);
  if (!actor) throw new Error('useAdvanceOrder needs an OrderBoardContext');
  const state = useSelector(actor, (snapshot) => snapshot);
  const { problem } = state.context;
  const status = statusOf(order);
  const by = changedBy(order, status);

  useEffect(() => actor.send({ type: 'moved', status, by }), [actor, status, by]);

  return {
    status: state.context.status,
    change: state.context.change?.to,
    isUndoable: state.matches('undoable'),
    isSaving: state.hasTag('busy'),
    problem: problem && problemText(t, problem),
    advance: (readyInMinutes?: number) => actor.send({ type: 'advance', readyInMinutes }),
    end: (end: OrderEnd) => actor.send({ type: 'end', ...end }),
    undo: () => actor.send({ type: 'undo' }),
    dismiss: () => actor.send({ type: 'dismissed' }),
    /** The order was handed over with its code, which is not undone. */
    handedOver: (saved: AdvancedOrderView) => {
      const reached = statusOf(saved);
      if (!saved.changed) showOvertaken(saved, reached, changedBy(saved, reached));
      actor.send({ type: 'moved', status: reached });
    },
  };
}

/** How the shop ends an order; `writtenOff`: returned items that cannot be sold again. */
export type OrderEnd = Pick<SaveStatus, 'to' | 'text' | 'writtenOff'> & { reason: OrderReason };

export const OrderBoardContext = createContext<OrderBoard | undefined>(undefined);

/** The board of this screen. A change that can still be undone is saved as soon as the board is left, hidden or closed. */
export function useOrderBoard(): OrderBoard {
  const queries = useQueryClient();
  const [board] = useState(() => createOrderBoard(queries));

  useEffect(() => {
    const flushWhenHidden = () => {
      if (document.visibilityState === 'hidden') board.flush();
    };
    document.addEventListener('visibilitychange', flushWhenHidden);
    window.addEventListener('pagehide', board.flush);
    return () => {
      document.removeEventListener('visibilitychange', flushWhenHidden);
      window.removeEventListener('pagehide', board.flush);
      board.leave();
    };
  }, [board]);

  return board;
}

type OrderBoard = ReturnType<typeof createOrderBoard>;

// Its actors outlive the screen: running saves must finish, and failures must be shown.
function createOrderBoard(queries: QueryClient) {
  const refetch = ({ shop }: OrderView) => void reload(queries, SHOP_ORDER_PATHS, { shopId: shop.id });

  const shown = new Map<number, OrderView>();

  const save = async (request: SaveStatus): Promise<OrderStatus> => {
    const { to, orderId } = request;
    const outcome = await sendStatus(request, shown.get(orderId));
    if (outcome.isQueued) return to;
    const saved = outcome.answer;
    if (!saved.changed) showOvertaken(saved, to, changedBy(saved, to));
    refetch(saved);
    return saved.order_status;
  };
  const actors = { saveStatus: fromPromise<OrderStatus, SaveStatus>(({ input }) => save(input)) };
  const advanceOrder = advanceOrderMachine.provide({ actors });
  const board = createActor(pendingAdvancesMachine.provide({ actors: { advanceOrder } })).start();
  const allActors = () => board.getSnapshot().context.actors;

  const actorOf = (order: OrderView): AdvanceOrderActor | undefined => {
    shown.set(order.id, order);
    const known = allActors()[order.id];
    if (known) return known;
    board.send({ type: 'order.shown', orderId: order.id, status: statusOf(order), takeaway: order.takeaway });
    const actor = allActors()[order.id];
    actor?.on('stale', () => refetch(order));
    actor?.on('overtaken', ({ status, by }) => showOvertaken(order, status, by));
    return actor;
  };
  const flush = () => board.send({ type: 'flush' });
  const leave = () => {
    flush();
    // Problems are shown as toasts from here on: the cards are gone.
    for (const [id, actor] of Object.entries(allActors())) {
      const number = shown.get(Number(id))?.orderNumber || id;
      actor.subscribe(({ context: { problem } }) => {
        if (problem) void showText('error', `${number}: ${problemText(textOf, problem)}`);
      });
    }
  };
  return { actorOf, flush, leave };
}

type ReturnReason = (typeof RETURN_REASONS)[number];

/** Saves the change now, or when there is a connection again; of a session that has ended, after the next login. */
async function sendStatus(request: SaveStatus, order: OrderView | undefined): Promise<Outcome<'advanceOrder'>> {
  const outcome = await sendChange(request, order);
  // The redirect to the start removes the card; a toast stays.
  if (outcome.isQueued && outcome.reason?.code === 'unauthenticated')
    void showText('error', textOf('shopOrders.mustLogIn'));
  return outcome;
}

function sendChange(
  { orderId: id, to: status, reason, text, writtenOff, readyInMinutes }: SaveStatus,
  order: OrderView | undefined,
): Promise<Outcome<'advanceOrder'>> {
  const { orderNumber = '', takeaway = false } = order ?? {};
  const change = waitingChange({ id, orderNumber, takeaway }, status);
  const params = { id };
  if (status === 'Returned' && reason) {
    // The server checks the reason against the list of this call.
    const body = { reason: reason as ReturnReason, text, written_off: writtenOff };
    return callOrQueue({ ...change, call: 'returnOrder', input: { params, body } });
  }
  const exit = EXITS[status];
  // Here too.
  if (exit && reason) {
    const body = { reason: reason as 'other', text };
    return callOrQueue({ ...change, call: exit, input: { params, body } });
  }
  const body = { status, ...(readyInMinutes !== undefined && { ready_in_minutes: readyInMinutes }) };
  return callOrQueue({ ...change, call: 'advanceOrder', input: { params, body } });
}

const EXITS: Partial<Record<OrderStatus, 'cancelOrder' | 'declineOrder'>> = {
  Declined: 'declineOrder',
  Cancelled: 'cancelOrder',
};

function showOvertaken(
  { orderNumber: number, takeaway }: OrderView,
  reached: OrderStatus,
  name: string | undefined,
): void {
  const status = textOf(shopStatusTextId(reached, { takeaway }));
  const text = name
    ? textOf('shopOrders.alreadyMovedBy', { number, status, name })
    : textOf('shopOrders.alreadyMoved', { number, status });
  void showText('info', text);
}

/** Why a status was not changed; with the server's own text where it refused. */
function problemText(t: Text, { key, reason }: Problem): string {
  return t(key, { body: serverText(key, reason?.text ?? reason?.code ?? '') });
}

// A newer server may have statuses that this page does not know; they stay as they are.
const statusOf = ({ order_status }: OrderView) => readOrderStatus(order_status) ?? order_status;

function changedBy({ steps }: Pick<OrderView, 'steps'>, status: OrderStatus): string | undefined {
  const step = steps.find((each) => each.status === status);
  return step?.by ?? (step?.actor === 'operator' ? textOf('timeline.by.operator') : undefined);
}
