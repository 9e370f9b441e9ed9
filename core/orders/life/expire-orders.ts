import { setTimeout as sleep } from 'node:timers/promises';
import { lastCallAt } from '@haat/contract/orders/acceptance';
import { addOpenMinutes, fulfilmentOf, type OpeningHours } from '@haat/contract/shops/opening-hours';
import { inRetriedTransaction, many, run, sql } from '../../db/database.ts';
import { statusAfter } from '@haat/machines/orders/order.machine';
import { openingHours } from '../../shops/opening-hours.sql.ts';
import { isNotPutOff, processEach } from '../../queue/failed-items.ts';
import { processInBatches } from '../../queue/process-in-batches.ts';
import { catalogVersion } from '../../catalog/change-catalog.ts';
import { announceEnd, endLocked } from './end-order.ts';
import { addMissedOrder } from './missed-orders.ts';
import { pauseIfNotResponding } from './not-responding.ts';

const BATCH = 20;

/**
 * Expires orders that their shop did not accept in time, and sets the deadlines of new ones. Safe to run concurrently on any
 * number of workers: an order ends once. Returns the number of expired orders.
 */
export async function expireOrders(): Promise<number> {
  await setDeadlines();
  let expired = 0;
  await processInBatches({
    processor: 'expire-orders',
    batch: BATCH,
    claim: () => many(CLAIM_DUE, {}),
    idOf: ({ id }) => id,
    process: async ({ id }) => {
      if (await expireUnanswered(id)) expired += 1;
    },
  });
  return expired;
}

/** Ends an order that was not accepted in time. Returns false if it was answered in the meantime. */
async function expireUnanswered(orderId: number): Promise<boolean> {
  const expired = await inRetriedTransaction(async (client) => {
    // The shop first: pausing or changing it locks it, and then its catalog.
    await run(LOCK_SHOP, { orderId }, client);
    const ended = await endLocked(client, orderId, (order) => {
      const isDue = order.isVisibleToShop && order.acceptBy !== null && order.acceptBy.getTime() <= order.now;
      const event = { type: 'expire', by: 'clock', actorId: null } as const;
      return isDue && statusAfter(order, { ...event, at: order.now }) ? event : undefined;
    });
    if (!ended) return undefined;
    await addMissedOrder(client, orderId);
    await pauseIfNotResponding(client, { shopId: ended.changed.shopId, orderId });
    // Pausing raised it once more.
    const version = await catalogVersion(client, ended.changed.shopId);
    return { ...ended, version };
  });
  if (!expired) return false;
  announceEnd(expired);
  return true;
}

const LOCK_SHOP = sql<{ orderId: number }>(
  'SELECT FROM shops WHERE id = (SELECT shop_id FROM orders WHERE id = :orderId) FOR NO KEY UPDATE',
);

type NewOrder = {
  id: number;
  placedAt: Date;
  acceptanceMinutes: number;
  remindSeconds: number;
  opening: OpeningHours;
  takeaway: boolean;
};

/** The time to accept counts while the shop is open: one placed at night is not over before the shop could see it. */
async function setDeadlines(): Promise<void> {
  for (;;) {
    const from = performance.now();
    const orders = await many(LIST_WITHOUT_DEADLINE, {});
    if (orders.length === 0) return;
    await setTogether(orders).catch(() => setEach(orders));
    if (orders.length < LISTED) return;
    // This runs every ten seconds, so 200 orders per second make 2,000. Without pauses, new orders would wait.
    await sleep(Math.min(2 * (performance.now() - from), LONGEST_PAUSE_MS));
  }
}

async function setTogether(orders: NewOrder[]): Promise<void> {
  const afterOpen = (order: NewOrder, minutes: number) =>
    addOpenMinutes(order.opening, { from: order.placedAt, minutes, fulfilment: fulfilmentOf(order.takeaway) });
  const acceptBy = orders.map((order) => afterOpen(order, order.acceptanceMinutes));
  const unansweredFrom = orders.map((order) => afterOpen(order, order.acceptanceMinutes / 2));
  await run(SET_DEADLINES, {
    ids: orders.map(({ id }) => id),
    acceptBy,
    unansweredFrom,
    lastCallAt: acceptBy.map(
      (end, at) => new Date(lastCallAt({ acceptBy: end.getTime(), halfOver: unansweredFrom[at]!.getTime() })),
    ),
    remindAt: orders.map((order) => afterOpen(order, order.remindSeconds / 60)),
  });
}

/** When one of them has failed: the others get their deadlines. */
const setEach = (orders: NewOrder[]): Promise<number> =>
  processEach({
    processor: 'set-order-deadlines',
    items: orders,
    idOf: ({ id }) => id,
    process: (order) => setTogether([order]),
  });

const LISTED = 50;
const LONGEST_PAUSE_MS = 200;

// An order that is paid online is placed when it is paid: its shop knows of it from its notification.
const LIST_WITHOUT_DEADLINE = sql<object, NewOrder>(
  `
  SELECT o.id, n.created_at AS placed_at, shop.acceptance_minutes, shop.remind_seconds, o.takeaway,
    ${openingHours('shop')} AS opening
  FROM orders o JOIN shops shop ON shop.id = o.shop_id
  JOIN notifications n ON n.order_id = o.id AND n.kind = 'order.placed'
  WHERE o.status = 'Pending' AND o.accept_by IS NULL AND o.payment_status NOT IN ('awaiting', 'expired')
    AND ${isNotPutOff('set-order-deadlines', 'o.id')} ORDER BY o.id LIMIT ${LISTED}`,
);

type Deadlines = Record<'acceptBy' | 'unansweredFrom' | 'lastCallAt' | 'remindAt', Date[]>;

const SET_DEADLINES = sql<Deadlines & { ids: number[] }>(
  `UPDATE orders o SET accept_by = d.accept_by, unanswered_from = d.unanswered_from, last_call_at = d.last_call_at,
     remind_at = d.remind_at
   FROM unnest(:ids::bigint[], :acceptBy::timestamptz[], :unansweredFrom::timestamptz[], :lastCallAt::timestamptz[],
     :remindAt::timestamptz[]) AS d (id, accept_by, unanswered_from, last_call_at, remind_at)
   WHERE o.id = d.id AND o.status = 'Pending' AND o.accept_by IS NULL`,
);

// Claimed by a lock only: what another worker has just ended is no longer pending.
const CLAIM_DUE = sql<object, { id: number }>(
  `SELECT id FROM orders WHERE status = 'Pending' AND accept_by <= now()
     AND payment_status NOT IN ('awaiting', 'expired') AND ${isNotPutOff('expire-orders', 'id')} ORDER BY accept_by LIMIT ${BATCH}
   FOR NO KEY UPDATE SKIP LOCKED`,
);
