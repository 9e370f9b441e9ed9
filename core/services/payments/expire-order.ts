import { inTransaction } from '../../db/transaction.ts';
import { shelfVersion, tellShelf } from '../settings/shelf-version.ts';

/**
 * Gives back the goods of an order that was not paid in time, and ends it; that is final. Does nothing to any other order,
 * so it may be asked again. Answers whether it did.
 */
export async function expireOrder(orderId: number): Promise<boolean> {
  const told = await inTransaction(async (client) => {
    const { rows } = await client.query<{ shopId: number }>({ name: 'expire-order', text: EXPIRE, values: [orderId] });
    const shopId = rows[0]?.shopId;
    if (shopId === undefined) return undefined;
    await client.query({ name: 'release-goods', text: RELEASE, values: [orderId] });
    return { shopId, version: await shelfVersion(client, shopId) };
  });
  if (told) tellShelf(told.shopId, told.version);
  return told !== undefined;
}

const EXPIRE = `
  UPDATE orders SET payment_status = 'expired'
  WHERE id = $1 AND payment_status = 'awaiting' AND held_until <= now()
  RETURNING shop_id AS "shopId"`;

// The variants are locked in the order of their ids, as they are by whoever buys them.
const RELEASE = `
  WITH goods AS MATERIALIZED (
    SELECT v.id, i.quantity FROM order_items i JOIN variants v ON v.id = i.variant_id
    WHERE i.order_id = $1::bigint ORDER BY v.id FOR NO KEY UPDATE OF v
  ), ledger AS (
    INSERT INTO stock_ledger (variant_id, delta, reason, order_id) SELECT id, quantity, 'release', $1::bigint FROM goods
  )
  UPDATE variants v SET stock = v.stock + goods.quantity FROM goods WHERE v.id = goods.id`;
