import { database } from '@haat/core/db/database';
import type { Sandbox } from '../fixtures/payments/start-sandbox.ts';
import { chargesOf, readBalance, rupees } from './checks.ts';
import type { Tally } from './records.ts';

type Count = { what: string; n: number };

async function countsOf(query: string): Promise<string> {
  const { rows } = await database().pool.query<Count>(query);
  return rows.map(({ what, n }) => `${what} ${n}`).join(', ') || 'none';
}

async function one<Row extends object>(query: string): Promise<Row> {
  const { rows } = await database().pool.query<Row>(query);
  if (!rows[0]) throw new Error('The query must return a row');
  return rows[0];
}

/** Prints how the orders ended, and the sums that must be equal. Sums that differ are violations. */
export async function printFigures(sandbox: Sandbox, tally: Tally): Promise<void> {
  console.log(`Orders by status: ${await countsOf(STATUSES)}; cancelled by: ${await countsOf(CANCELLED_BY)}`);
  console.log(`Requests to cancel: ${await countsOf(REQUESTS)}; proposals: ${await countsOf(PROPOSALS)}`);
  console.log(`Problems: ${await countsOf(PROBLEMS)}; part refunds: ${await countsOf(PART_REFUNDS)}`);
  await printStock(tally);
  await printMoney(sandbox, tally);
  await printRecord();
}

async function printStock(tally: Tally): Promise<void> {
  const { start, sold, back, stock, kept } =
    await one<Record<'start' | 'sold' | 'back' | 'stock' | 'kept', number>>(STOCK);
  console.log(`Stock: ${start} put on sale - ${sold} sold + ${back} back = ${start - sold + back}; in stock ${stock}`);
  console.log(
    `Sold and not back: ${sold - back}; in orders that go on or were delivered, less returns, or written off: ${kept}`,
  );
  if (start - sold + back !== stock) tally.fail(`the stock is ${stock} instead of ${start - sold + back}`);
  if (sold - back !== kept) tally.fail(`orders have ${kept} pieces instead of ${sold - back}`);
}

async function printMoney(sandbox: Sandbox, tally: Tally): Promise<void> {
  const { captured, paid, refunded, held, isEven } = await readBalance(sandbox);
  console.log(
    `Captured ${rupees(captured)} = kept for orders ${rupees(paid)} + refunded ${rupees(refunded)} + waiting ${rupees(held)}`,
  );
  if (!isEven) tally.fail(`the ledgers differ by ${rupees(captured - paid - refunded - held)}`);
  const charges = chargesOf(sandbox);
  const parts = charges.filter(({ amount, refunded: back }) => back > 0 && back < amount);
  console.log(`${charges.length} charges in the books of the providers, ${parts.length} of them refunded in part`);
  const { raised, lowered } = await one<Record<'raised' | 'lowered', number>>(TOTALS);
  console.log(`Totals: lowered ${lowered} times, raised ${raised} times, each time as the customer had accepted`);
}

async function printRecord(): Promise<void> {
  const counts = await one<Record<'ends' | 'ended' | 'revisions' | 'events' | 'notifications', number>>(RECORD);
  const { ends, ended, revisions, events, notifications } = counts;
  console.log(
    `${ends} final states of ${ended} ended orders; ${revisions} revisions, ${events} events, ${notifications} notifications`,
  );
  console.log(`Payment transitions by source: ${await countsOf(TRANSITIONS)}`);
}

const STATUSES = `SELECT status AS what, count(*)::int AS n FROM orders
  WHERE payment_status NOT IN ('awaiting', 'expired') GROUP BY 1 ORDER BY 2 DESC`;
const CANCELLED_BY = `SELECT actor AS what, count(*)::int AS n FROM order_events WHERE to_status = 'Cancelled'
  GROUP BY 1 ORDER BY 2 DESC`;
const REQUESTS = 'SELECT state AS what, count(*)::int AS n FROM cancellation_requests GROUP BY 1 ORDER BY 2 DESC';
const PROPOSALS = 'SELECT state AS what, count(*)::int AS n FROM order_proposals GROUP BY 1 ORDER BY 2 DESC';
const PROBLEMS = 'SELECT state AS what, count(*)::int AS n FROM order_problems GROUP BY 1 ORDER BY 2 DESC';
const PART_REFUNDS = `SELECT what, count(*)::int AS n FROM (
    SELECT 'online for a ' || reason AS what FROM refunds WHERE reason IN ('adjustment', 'problem', 'goodwill') AND NOT is_retried
    UNION ALL SELECT 'in cash for a ' || reason FROM cash_payouts
  ) parts GROUP BY 1 ORDER BY 2 DESC`;
const TRANSITIONS = 'SELECT source AS what, count(*)::int AS n FROM payment_events GROUP BY 1 ORDER BY 1';

const STOCK = `
  SELECT start::int, sold::int, back::int, (SELECT sum(stock) FROM variants)::int AS stock, (
    SELECT coalesce(sum(CASE
      WHEN o.status IN ('Declined', 'Cancelled', 'Expired', 'Returned') OR o.payment_status = 'expired' THEN i.written_off
      ELSE i.quantity END), 0) FROM order_items i JOIN orders o ON o.id = i.order_id
  )::int - (SELECT coalesce(sum(returned), 0) FROM order_problem_lines)::int AS kept
  FROM (
    SELECT coalesce(sum(delta) FILTER (WHERE reason NOT IN ('sale', 'release', 'revision', 'return')), 0) AS start,
      coalesce(sum(-delta) FILTER (WHERE reason IN ('sale', 'release', 'revision', 'return') AND delta < 0), 0) AS sold,
      coalesce(sum(delta) FILTER (WHERE reason IN ('sale', 'release', 'revision', 'return') AND delta > 0), 0) AS back
    FROM stock_ledger
  ) ledger`;

// Whether the customer had accepted is an invariant.
const TOTALS = `
  SELECT count(*) FILTER (WHERE (details ->> 'to_paise')::bigint > (details ->> 'from_paise')::bigint)::int AS raised,
    count(*) FILTER (WHERE (details ->> 'to_paise')::bigint < (details ->> 'from_paise')::bigint)::int AS lowered
  FROM order_events WHERE kind = 'adjusted'`;

const RECORD = `
  SELECT (SELECT count(*)::int FROM order_events
      WHERE to_status IN ('Delivered', 'Declined', 'Cancelled', 'Expired', 'Returned')) AS ends,
    (SELECT count(*)::int FROM orders WHERE status IN ('Delivered', 'Declined', 'Cancelled', 'Expired', 'Returned')) AS ended,
    (SELECT coalesce(sum(revision - 1), 0)::int FROM orders) AS revisions,
    (SELECT count(*)::int FROM order_events) AS events, (SELECT count(*)::int FROM notifications) AS notifications`;
