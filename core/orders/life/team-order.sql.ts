import { ASKS_CODE, RECORDED_AT } from '../order-record.ts';

/** The amount to collect when order `o` is handed over, in paise; 0 if it is paid. */
const TO_COLLECT = `CASE o.payment_status WHEN 'due' THEN o.total_paise WHEN 'paid' THEN o.cash_extra_paise ELSE 0 END`;

/** The first name of the customer of order `o`. */
export const FIRST_NAME = `split_part(btrim(o.customer_name), ' ', 1)`;

/** Whether order `o` came to its status within the last hour: longer ago, no request for it is repeated. */
export const CHANGED_JUST_NOW = `EXISTS (
    SELECT FROM order_events e WHERE e.order_id = o.id AND e.to_status = o.status AND ${RECORDED_AT} > now() - interval '1 hour')`;

/** The columns that helpers and riders both see, of orders `o` of `shop`. */
export const TEAM_ORDER_COLUMNS = `o.id, o.order_number, o.created_at, o.status, o.promised_at, o.takeaway,
    ${TO_COLLECT} AS to_collect_paise, ${ASKS_CODE} AS asks_code,
    EXISTS (SELECT FROM order_proposals p WHERE p.order_id = o.id AND p.state = 'open')
      OR EXISTS (SELECT FROM cancellation_requests r WHERE r.order_id = o.id AND r.state = 'open') AS waits`;
