import { addOpenMinutes } from '@haat/contract/rules/opening-hours';
import { type Connection, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';

/**
 * When an order that is accepted now is ready: after `minutes`, or after the time that the shop usually needs and a busy one takes
 * longer, both counted while the shop is open.
 */
export async function getReadyTime(orderId: number, minutes?: number, on?: Connection): Promise<Date> {
  const shop = await one(READ_PREPARATION, { orderId }, on);
  if (!shop) throw new DomainError('not_found', 'Order not found');
  const { openTime: open_time, closeTime: close_time, timeZone: time_zone, usualMinutes, now } = shop;
  return addOpenMinutes({ open_time, close_time, time_zone }, now, minutes ?? usualMinutes);
}

type Preparation = {
  openTime: string | null;
  closeTime: string | null;
  timeZone: string;
  usualMinutes: number;
  now: Date;
};

const READ_PREPARATION = sql<{ orderId: number }, Preparation>(
  `SELECT shop.open_time, shop.close_time, shop.time_zone, shop.preparation_minutes + shop.rush_minutes AS usual_minutes,
     clock_timestamp() AS now
   FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.id = :orderId`,
  'read-preparation',
);
