import { type PaymentSearch, readPaymentSearch } from '@haat/contract/rules/operator-payments';
import { database } from '../../db/database.ts';
import { IS_TROUBLE } from '../payments/payment-health.ts';
import { LISTED_PAYMENT, type ListedPayment } from './payment-row.sql.ts';

const DEFAULT_LIMIT = 50;
const CAP = 200;

type Request = {
  search?: string | undefined;
  onlyTrouble?: boolean;
  limit?: number | undefined;
  after?: number | undefined;
};

/**
 * Online payments of the platform, newest first, from the one after `after` on: 50, or `limit` up to 200. All, those that
 * somebody should look at, or those of an order's number, of a provider's id, or of customers whose email has the text.
 */
export async function listPayments({
  search = '',
  onlyTrouble = false,
  limit = DEFAULT_LIMIT,
  after,
}: Request): Promise<ListedPayment[]> {
  const wanted = readPaymentSearch(search);
  const conditions = ['($1::bigint IS NULL OR p.id < $1)', ...(onlyTrouble ? [IS_TROUBLE] : [])];
  if (wanted) conditions.push(conditionOf(wanted));
  const { rows } = await database().pool.query<ListedPayment>(
    `${LISTED_PAYMENT} WHERE ${conditions.join(' AND ')} ORDER BY p.id DESC LIMIT $2`,
    [after, Math.min(limit, CAP), ...(wanted ? [valueOf(wanted)] : [])],
  );
  return rows;
}

function conditionOf(wanted: PaymentSearch): string {
  if ('orderId' in wanted) return 'p.order_id = $3::bigint';
  if ('email' in wanted) return 'p.user_id IN (SELECT id FROM users WHERE email LIKE $3)';
  return `p.id IN (${NAMED})`;
}

function valueOf(wanted: PaymentSearch): string | number {
  if ('orderId' in wanted) return wanted.orderId;
  return 'email' in wanted ? `%${wanted.email.replaceAll(/[\\%_]/g, String.raw`\$&`)}%` : wanted.name;
}

// The providers are listed for the indexes, which begin with them.
const NAMED = `
  SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_order_id = $3
  UNION ALL SELECT id FROM payments WHERE provider IN ('stripe', 'razorpay') AND provider_payment_id = $3
  UNION ALL SELECT payment_id FROM refunds WHERE provider_refund_id = $3`;
