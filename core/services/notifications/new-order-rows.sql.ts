import { formatPaise } from '@haat/contract/rules/rupees';

type NewOrder = { order: string; itemCount: string; summary: string };

/**
 * The part of a statement that makes an order known to its shop, when it is stored or paid: the number in the shop's feed, the
 * notification, and the outbox row, which is returned as `outbox_row`. `order` is the CTE with the order's row; `itemCount` and
 * `summary`, the end of the shop's message, are expressions.
 */
export const newOrderRows = ({ order, itemCount, summary }: NewOrder): string => `
  feed AS (
    INSERT INTO feeds (name, seq) SELECT 'shop:' || shop_id, 1 FROM ${order}
    ON CONFLICT (name) DO UPDATE SET seq = feeds.seq + 1
    RETURNING name, seq
  ), notification AS (
    INSERT INTO notifications (feed, seq, order_id, kind, message, details)
    SELECT feed.name, feed.seq, o.id, 'order.placed',
      'New order ' || o.order_number || ' from ' || o.customer_name || ': ' || ${summary},
      jsonb_build_object('user_name', o.customer_name, 'phone', o.customer_phone,
        'address', nullif(concat_ws(', ', o.address ->> 'street', o.address ->> 'city', o.address ->> 'zip'), ''),
        'item_count', ${itemCount}, 'total_paise', o.total_paise)
    FROM feed, ${order} o
  ), outbox_row AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'order.placed', id FROM ${order} RETURNING id
  )`;

/** Item count and total, as the shop's message ends. */
export const orderSummary = (count: number, totalPaise: number): string =>
  `${count} ${count === 1 ? 'item' : 'items'}, ${formatPaise(totalPaise)}`;
