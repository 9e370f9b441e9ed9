import { addOpenMinutes, fulfilmentOf, type OpeningHours } from '@haat/contract/shops/opening-hours';
import { type Connection, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { openingHours } from '../../shops/opening-hours.sql.ts';

/** How long a shop needs for an order. `now`: the database's clock. */
export type Preparation = {
  opening: OpeningHours;
  takeaway: boolean;
  usualMinutes: number;
  now: Date;
};

/** The fields of it, of `shop`. */
export const PREPARATION = `${openingHours('shop')} AS opening,
    shop.preparation_minutes + shop.rush_minutes + CASE WHEN o.takeaway THEN 0 ELSE shop.delivery_minutes END AS usual_minutes, clock_timestamp() AS now`;

/**
 * When an order that is accepted now is ready: after `minutes`, or after the time that the shop usually needs and a busy one takes
 * longer, both counted while the shop is open.
 */
export function readyTime(preparation: Preparation, minutes?: number): Date {
  const { opening, takeaway, usualMinutes, now } = preparation;
  return addOpenMinutes(opening, { from: now, minutes: minutes ?? usualMinutes, fulfilment: fulfilmentOf(takeaway) });
}

/** The same of an order by its id. */
export async function getReadyTime(orderId: number, minutes?: number, on?: Connection): Promise<Date> {
  const shop = await one(READ_PREPARATION, { orderId }, on);
  if (!shop) throw new DomainError('not_found', 'Order not found');
  return readyTime(shop, minutes);
}

const READ_PREPARATION = sql<{ orderId: number }, Preparation>(
  `SELECT ${PREPARATION}, o.takeaway
   FROM orders o JOIN shops shop ON shop.id = o.shop_id WHERE o.id = :orderId`,
);
