import type { OrderStatus } from '@haat/contract/orders/order-status';
import { database } from '@haat/core/db/database';

/** Counts what happened, and collects what must not happen. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly wrong: string[] = [];

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Records a violation. */
  fail(what: string): void {
    if (!this.wrong.includes(what)) this.wrong.push(what);
  }

  toString(): string {
    const entries = [...this.counts].toSorted(([one], [other]) => one.localeCompare(other));
    return entries.map(([what, times]) => `${what} ${times}`).join(', ');
  }
}

/** What people do to orders beside changing their status. */
export type Act =
  'proposal' | 'answer' | 'withdrawal' | 'request' | 'refusal' | 'problem' | 'problem solved' | 'part refund';

type AcknowledgedOrder = { id: number; shopId: number; totalPaise: number };
type AcknowledgedTransition = { orderId: number; status: OrderStatus };
type Attempts = { act: Act; orderId: number; sent: number; acknowledged: number };

type Violations = Record<'lost' | 'doubled', string[]>;

/** Everything that was sent, and what of it was acknowledged: none of that may be lost, and nothing may have happened twice. */
export class Acknowledged {
  readonly orders = new Map<number, AcknowledgedOrder>();
  readonly steps: AcknowledgedTransition[] = [];
  readonly #acts = new Map<string, Attempts>();
  /** Whether an order or step that is acknowledged now may be lost: it is newer than the backup that will be restored. */
  mayBeLost = false;

  order(order: AcknowledgedOrder): void {
    if (!this.mayBeLost) this.orders.set(order.id, order);
  }

  step(step: AcknowledgedTransition): void {
    if (!this.mayBeLost) this.steps.push(step);
  }

  /** Before it is sent, once however often it is repeated. Returns what records that it was acknowledged. */
  sending(act: Act, orderId: number): () => void {
    const key = `${act} ${orderId}`;
    const attempts = this.#acts.get(key) ?? { act, orderId, sent: 0, acknowledged: 0 };
    this.#acts.set(key, attempts);
    attempts.sent += 1;
    return () => void (attempts.acknowledged += this.mayBeLost ? 0 : 1);
  }

  get acts(): number {
    return [...this.#acts.values()].reduce((sum, { acknowledged }) => sum + acknowledged, 0);
  }

  /** What of it the database does not know (`lost`), or knows more often than it was sent (`doubled`). */
  async violations(): Promise<Violations> {
    const orders = [...this.orders.values()];
    const { rows: lost } = await database().pool.query<{ id: number }>(LOST_ORDERS, [
      orders.map(({ id }) => id),
      orders.map(({ shopId }) => shopId),
      orders.map(({ totalPaise }) => totalPaise),
    ]);
    const { rows: undone } = await database().pool.query<{ id: number; status: string }>(LOST_STEPS, [
      this.steps.map(({ orderId }) => orderId),
      this.steps.map(({ status }) => status),
    ]);
    const acts = await this.#wrongActs();
    return {
      lost: [
        ...lost.map(({ id }) => `order ${id} was acknowledged and is missing or different`),
        ...undone.map(({ id, status }) => `the transition of order ${id} to ${status} was acknowledged and is missing`),
        ...acts.lost,
      ],
      doubled: acts.doubled,
    };
  }

  async #wrongActs(): Promise<Violations> {
    const { rows } = await database().pool.query<{ orderId: number; act: Act; times: number }>(ACTS);
    const done = new Map(rows.map(({ orderId, act, times }) => [`${act} ${orderId}`, times]));
    const lost = [...this.#acts].flatMap(([key, { act, orderId, acknowledged }]) =>
      (done.get(key) ?? 0) < acknowledged ? [`a ${act} of order ${orderId} was acknowledged and is missing`] : [],
    );
    const doubled = rows.flatMap(({ orderId, act, times }) => {
      const sent = this.#acts.get(`${act} ${orderId}`)?.sent ?? 0;
      return times > sent ? [`order ${orderId} has ${times} times a ${act} that was sent ${sent} times`] : [];
    });
    return { lost, doubled };
  }
}

const LOST_ORDERS = `
  SELECT a.id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS a (id, shop_id, total_paise)
  LEFT JOIN orders o ON o.id = a.id LEFT JOIN order_revisions first ON first.order_id = a.id AND first.revision = 1
  WHERE o.shop_id IS DISTINCT FROM a.shop_id
    OR coalesce(first.total_paise, o.total_paise) IS DISTINCT FROM a.total_paise`;
const LOST_STEPS = `
  SELECT a.id, a.status FROM unnest($1::bigint[], $2::text[]) AS a (id, status)
  LEFT JOIN order_events e ON e.order_id = a.id AND e.to_status = a.status
  LEFT JOIN orders unpaid ON unpaid.id = a.id AND unpaid.payment_status = 'expired' AND a.status = 'Expired'
  WHERE e.id IS NULL AND unpaid.id IS NULL`;
// What the clock does automatically is not among it.
const ACTS = `
  SELECT order_id AS "orderId", act, count(*)::int AS times FROM (
    SELECT order_id, 'proposal' AS act FROM order_proposals
    UNION ALL SELECT order_id, 'request' FROM cancellation_requests
    UNION ALL SELECT order_id, 'problem' FROM order_problems
    UNION ALL SELECT o.id, 'part refund' FROM activity_log a JOIN orders o ON o.order_number = a.subject
      WHERE a.action = 'order.refunded'
    UNION ALL SELECT order_id, CASE WHEN kind = 'adjustment_answered' AND actor = 'customer' THEN 'answer'
      WHEN kind = 'adjustment_answered' THEN 'withdrawal' WHEN kind = 'cancellation_refused' THEN 'refusal'
      ELSE 'problem solved' END
    FROM order_events WHERE kind IN ('adjustment_answered', 'cancellation_refused', 'problem_answered') AND actor <> 'clock'
  ) acts GROUP BY 1, 2`;
