import { database } from '@haat/core/db/database';
import type { OrderStatus } from '@haat/contract/rules/order-status';

export type AcknowledgedOrder = { id: number; shopId: number; totalPaise: number };
type AcknowledgedStep = { orderId: number; status: OrderStatus };

/** Everything that a caller was told had happened. None of it may ever be undone. */
export class Acknowledged {
  readonly orders = new Map<number, AcknowledgedOrder>();
  readonly steps: AcknowledgedStep[] = [];

  order(order: AcknowledgedOrder): void {
    this.orders.set(order.id, order);
  }

  step(step: AcknowledgedStep): void {
    this.steps.push(step);
  }

  /** What of it the database does not know. */
  async missing(): Promise<string[]> {
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
    return [
      ...lost.map(({ id }) => `the order ${id} was acknowledged and is not there as it was`),
      ...undone.map(({ id, status }) => `that the order ${id} is ${status} was acknowledged and is not there`),
    ];
  }
}

const LOST_ORDERS = `
  SELECT a.id FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS a (id, shop_id, total_paise)
  LEFT JOIN orders o ON o.id = a.id AND o.shop_id = a.shop_id AND o.total_paise = a.total_paise WHERE o.id IS NULL`;
const LOST_STEPS = `
  SELECT a.id, a.status FROM unnest($1::bigint[], $2::text[]) AS a (id, status)
  LEFT JOIN order_events e ON e.order_id = a.id AND e.to_status = a.status WHERE e.id IS NULL`;
