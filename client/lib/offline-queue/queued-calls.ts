import type { InputOf, OutputOf } from '@haat/contract/endpoint';
import { sellAtCounter } from '@haat/contract/orders/counter-sales.calls';
import { cancelOrder, declineOrder, returnOrder } from '@haat/contract/orders/order-ends.calls';
import { changeProducts } from '@haat/contract/catalog/bulk-changes.calls';
import { advanceOrder } from '@haat/contract/orders/orders.calls';
import { packOrder } from '@haat/contract/orders/packing.calls';
import { deleteProduct, publishProduct, setPrice, setStock } from '@haat/contract/catalog/products.calls';
import { advanceDelivery, returnDelivery } from '@haat/contract/orders/rider-orders.calls';
import { type OrderStatus, readOrderStatus } from '@haat/contract/orders/order-status';
import { reasonOf } from '@haat/contract/reason';
import type { QueuedAction } from '@haat/machines/orders/offline-queue.machine';
import { isEndedEarly, isFurther } from '@haat/machines/orders/order.machine';

/**
 * The calls that can wait for a connection, by the name under which they are stored. Each must be harmless when it is sent
 * twice: it asks for a state, names the value that it replaces, or takes an idempotency key.
 */
export const QUEUED_CALLS = {
  advanceDelivery,
  advanceOrder,
  cancelOrder,
  changeProducts,
  declineOrder,
  deleteProduct,
  packOrder,
  publishProduct,
  returnDelivery,
  returnOrder,
  sellAtCounter,
  setPrice,
  setStock,
};

export type QueuedCallName = keyof typeof QUEUED_CALLS;
export type QueuedInput<Name extends QueuedCallName> = Omit<InputOf<(typeof QUEUED_CALLS)[Name]>, 'key'>;
export type QueuedOutput<Name extends QueuedCallName> = OutputOf<(typeof QUEUED_CALLS)[Name]>;

/** The status of the order in the body of a refusal. */
export const statusMeanwhile = (body: unknown): OrderStatus | undefined =>
  readOrderStatus((body as { current?: { order_status?: string } } | undefined)?.current?.order_status ?? '');

/**
 * Whether a refused change was applied, or is of no use any more: others have brought the order further than it would, or the
 * product is deleted.
 */
export function isDoneAnyway(action: Pick<QueuedAction, 'call' | 'body'>, error: unknown): boolean {
  if (isDeletion(action)) return reasonOf(error).code === 'not_found';
  if (!STEPS.has(action.call) || reasonOf(error).code !== 'status_not_allowed') return false;
  const requested = readOrderStatus((action.body as { status?: string }).status ?? '');
  const reached = statusMeanwhile((error as { body?: unknown }).body);
  return requested !== undefined && reached !== undefined && isFurther(reached, requested) && !isEndedEarly(reached);
}

/** The calls that move an order on to the status in their body. */
export const STEPS: ReadonlySet<string> = new Set<QueuedCallName>(['advanceDelivery', 'advanceOrder', 'packOrder']);

const isDeletion = ({ call, body }: Pick<QueuedAction, 'call' | 'body'>): boolean =>
  call === 'deleteProduct' ||
  (call === 'changeProducts' && (body as { change?: { kind?: string } }).change?.kind === 'delete');
