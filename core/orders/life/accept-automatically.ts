import { fulfilmentOf, isOpenAt, type OpeningHours } from '@haat/contract/shops/opening-hours';
import { statusAfter } from '@haat/machines/orders/order.machine';
import { many, sql } from '../../db/database.ts';
import { openingHours } from '../../shops/opening-hours.sql.ts';
import { isNotPutOff, processEach } from '../../queue/failed-items.ts';
import { announceChange, changeStatus } from './change-status.sql.ts';
import { IS_VISIBLE_TO_SHOP } from '../order-record.ts';
import { getReadyTime } from './ready-time.ts';

const LISTED = 100;

type Waiting = {
  id: number;
  takeaway: boolean;
  opening: OpeningHours;
};

/**
 * Accepts orders of open shops with automatic acceptance. Safe to run concurrently on any number of workers. Returns their
 * number.
 */
export async function acceptAutomatically(): Promise<number> {
  const now = new Date();
  let accepted = 0;
  let after = 0;
  for (;;) {
    const waiting = await many(LIST_WAITING, { after });
    await processEach({
      processor: 'accept-automatically',
      items: waiting,
      idOf: ({ id }) => id,
      process: async (order) => {
        if (isOpen(order, now) && (await accept(order))) accepted += 1;
      },
    });
    after = waiting.at(-1)?.id ?? after;
    if (waiting.length < LISTED) return accepted;
  }
}

const isOpen = ({ opening, takeaway }: Waiting, now: Date): boolean => isOpenAt(opening, now, fulfilmentOf(takeaway));

async function accept({ id: orderId, takeaway }: Waiting): Promise<boolean> {
  const facts = { status: 'Pending', takeaway, autoAccepts: true } as const;
  const to = statusAfter(facts, { type: 'accept', by: 'clock', at: Date.now() });
  if (!to) return false;
  const promisedAt = await getReadyTime(orderId);
  // Undefined if it was cancelled or answered in the meantime.
  const changed = await changeStatus({ orderId, from: 'Pending', to, actor: 'clock', actorId: null, promisedAt });
  if (changed) announceChange(changed);
  return changed !== undefined;
}

const LIST_WAITING = sql<{ after: number }, Waiting>(
  `
  SELECT o.id, o.takeaway, ${openingHours('shop')} AS opening
  FROM orders o JOIN shops shop ON shop.id = o.shop_id
  WHERE o.id > :after AND o.status = 'Pending' AND shop.auto_accepts AND ${IS_VISIBLE_TO_SHOP}
    AND ${isNotPutOff('accept-automatically', 'o.id')} ORDER BY o.id LIMIT ${LISTED}`,
);
