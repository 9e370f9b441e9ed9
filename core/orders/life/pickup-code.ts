import { Order } from '../../db/orders.models.ts';
import { DomainError } from '../../errors.ts';
import { countUse, type Limit, uncountUse } from '../../rate-limit/limit.ts';

/** Limits wrong codes for an order; any further try is refused, even with the right code. */
const TRIES: Limit = { name: 'pickup_code', points: 5, seconds: 600 };

/**
 * Compares the pickup code of an order with the code that its customer showed. Tries are counted before they are compared, so
 * that concurrent ones are limited too. Throws pickup_code_wrong, and rate_limited after too many wrong ones.
 */
export async function checkPickupCode(orderId: number, code: string | undefined): Promise<void> {
  if (code === undefined) throw noPickupCode();
  await countUse(TRIES, String(orderId));
  const order = await Order.query().findById(orderId).select('pickupCode');
  if (order?.pickupCode !== code)
    throw new DomainError(
      'pickup_code_wrong',
      'This is not the code of this order. Ask the customer to show it again.',
    );
  await uncountUse(TRIES, String(orderId));
}

const noPickupCode = (): DomainError =>
  new DomainError('pickup_code_wrong', 'Ask the customer for the pickup code of this order.');
