import type { OrderView } from '@haat/contract/api/orders.schema';
import type { OrderStatus } from '@haat/contract/rules/order-status';

type Steps = Pick<OrderView, 'steps'>;

/** The last step that somebody at the shop made; undefined for an order that nobody has moved. */
export function lastStep({ steps }: Steps) {
  const step = steps.at(-1);
  return step?.by === undefined ? undefined : { ...step, by: step.by };
}

/** Who brought the order to that status. */
export const stepMaker = ({ steps }: Steps, status: OrderStatus) => steps.find((step) => step.status === status)?.by;
