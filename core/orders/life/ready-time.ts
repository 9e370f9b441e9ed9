import { addOpenMinutes } from '@haat/contract/shops/opening-hours';
import { type Connection, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';

/** How long a shop needs for an order. `now`: the database's clock. */
export type Preparation = {
  openTime: string | null;
  closeTime: string | null;
  timeZone: string;
  usualMinutes: number;
  now: Date;
};

/** The fields of it, of `shop`. */
export const PREPARATION = `shop.open_time, shop.close_time, shop.time_zone,
    shop.preparation_minutes + shop.rush_minutes AS usual_minutes, clock_timestamp() AS now`;

/**
 * When an order that is accepted now is ready: after `minutes`, or after the time that the shop usually needs and a busy one takes
 * longer, both counted while the shop is open.
 */
export function readyTime(preparation: Preparation, minutes?: number): Date {
  const { openTime: open_time, closeTime: close_time, timeZone: time_zone, usualMinutes, now } = preparation;
  return addOpenMinutes({ open_time, close_time, time_zone }, now, minutes ?? usualMinutes);
}

/** The same of an order by its id. */
export async function getReadyTime(orderId: number, minutes?: number, on?: Connection): Promise<Date> {
  const shop = await one(READ_PREPARATION, { orderId }, on);
  if (!shop) throw new DomainError('not_found', 'Order not found');
  return readyTime(shop, minutes);
}

const READ_PREPARATION = sql<{ orderId: number }, Preparation>(
  `SELECT ${PREPARATION}
   FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.id = :orderId`,
);
