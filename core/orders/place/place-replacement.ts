import type { PoolClient } from 'pg';
import { many, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { dispatchAfterCommit } from '../../queue/outbox.ts';
import { newOrderRows, orderSummary } from '../../notify/feeds.ts';
import { itemsOf } from '../../catalog/product-listing.sql.ts';
import { changeStatus } from '../life/change-status.sql.ts';
import type { EventActor } from '../../activity/record-order-event.ts';
import { getReadyTime } from '../life/ready-time.ts';

/** So many pieces of a line of an order. */
export type ItemQuantity = { itemId: number; quantity: number };

type Replacement = { orderId: number; lines: ItemQuantity[]; by: EventActor };

/**
 * Places a free order of lines of a delivered one, whose row the transaction has locked: to the same customer, in the same way,
 * taking stock like any other order. It is accepted immediately, since the shop itself places it. Returns its id. Throws out_of_stock with the names of the missing items.
 */
export async function placeReplacement(client: PoolClient, { orderId, lines, by }: Replacement): Promise<number> {
  const params = {
    orderId,
    itemIds: lines.map(({ itemId }) => itemId),
    quantities: lines.map(({ quantity }) => quantity),
  };
  const missing = (await many(LOCK_STOCK, params, client)).filter(({ stock, quantity }) => stock < quantity);
  if (missing.length > 0) {
    const names = missing.map(({ name }) => name).join(', ');
    throw new DomainError('out_of_stock', `Not enough in stock: ${names}.`, {
      items: missing.map(({ name }) => name),
    });
  }
  const itemCount = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const placed = await one(PLACE, { ...params, itemCount, summary: orderSummary(itemCount, 0) }, client);
  if (!placed) throw new Error(`Order ${orderId} cannot be replaced`);
  const promisedAt = await getReadyTime(orderId, undefined, client);
  const acceptance = { orderId: placed.id, from: 'Pending', to: 'Accepted', promisedAt, ...by } as const;
  const accepted = await changeStatus(acceptance, client);
  if (!accepted) throw new Error(`Order ${placed.id} has changed although it is new`);
  dispatchAfterCommit(client, { id: placed.outboxId, topic: 'order.placed', subjectId: placed.id });
  return placed.id;
}

type Lines = { orderId: number; itemIds: number[]; quantities: number[] };

const LINES = `unnest(:itemIds::bigint[], :quantities::int[]) AS line (item_id, quantity)
    JOIN order_items i ON i.id = line.item_id AND i.order_id = :orderId::bigint`;

// In the order of their ids, like the statement that places orders.
const LOCK_STOCK = sql<Lines, { name: string; stock: number; quantity: number }>(`
  SELECT i.name, CASE WHEN v.deleted_at IS NULL THEN ${itemsOf('v')} ELSE 0 END AS stock, line.quantity
  FROM ${LINES} JOIN variants v ON v.id = i.variant_id ORDER BY v.id FOR NO KEY UPDATE OF v`);

const PLACE = sql<Lines & { itemCount: number; summary: string }, { id: number; outboxId: number }>(`
  WITH placed AS (
    INSERT INTO orders (user_id, shop_id, payment_method, takeaway, total_paise, min_order_paise, customer_name,
      customer_phone, address, replaces_order_id)
    SELECT user_id, shop_id, 'cod', takeaway, 0, 0, customer_name, customer_phone, address, id
    FROM orders WHERE id = :orderId::bigint
    RETURNING id, order_number, shop_id, total_paise, customer_name, customer_phone, address
  ), items AS (
    INSERT INTO order_items (order_id, variant_id, product_id, name, size, color, unit, image, unit_price_paise, quantity)
    SELECT placed.id, i.variant_id, i.product_id, i.name, i.size, i.color, i.unit, i.image, 0, line.quantity
    FROM placed, ${LINES} ORDER BY i.id
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id)
    SELECT i.variant_id, -line.quantity * v.content, 'sale', placed.id
    FROM placed, ${LINES} JOIN variants v ON v.id = i.variant_id
  ), sold AS (
    UPDATE variants v SET stock = v.stock - line.quantity * v.content FROM ${LINES} WHERE v.id = i.variant_id
  ), ${newOrderRows({ order: 'placed', itemCount: ':itemCount::int', summary: ':summary::text' })}
  SELECT placed.id, outbox_row.id AS outbox_id FROM placed, outbox_row`);
