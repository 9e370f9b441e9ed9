import * as z from 'zod';
import { Refusal } from '../world/refusal.ts';
import type { World } from '../world/world.ts';
import type { RazorpayOrder } from './razorpay-records.ts';

export const notes = z
  .union([z.record(z.string(), z.union([z.string(), z.number()])), z.array(z.never())])
  .transform((given) => (Array.isArray(given) ? {} : given))
  .default({});

const LEAST_AMOUNT = 100;
const LONGEST_RECEIPT = 40;

const orderBody = z.object({
  amount: z.coerce
    .number('The amount must be an integer.')
    .int('The amount must be an integer.')
    .min(LEAST_AMOUNT, 'Order amount less than minimum amount allowed'),
  currency: z.enum(['INR', 'USD'], 'Currency is not supported'),
  receipt: z.string().max(LONGEST_RECEIPT, 'The receipt may not be greater than 40 characters.').nullish(),
  notes,
});

export function createOrder(world: World, body: unknown): RazorpayOrder {
  const wanted = readBody(orderBody, body);
  const order: RazorpayOrder = {
    id: world.newId('order_'),
    created: world.seconds(),
    amount: wanted.amount,
    currency: wanted.currency,
    receipt: wanted.receipt ?? null,
    notes: wanted.notes,
    status: 'created',
    attempts: 0,
  };
  world.state.razorpay.orders[order.id] = order;
  return order;
}

export function findOrder(world: World, id: string): RazorpayOrder {
  const order = world.state.razorpay.orders[id];
  if (!order) throw new Refusal('The id provided does not exist');
  return order;
}

/** The body by its schema; refuses as Razorpay does, naming the first field that is wrong. */
export function readBody<Body>(schema: z.ZodType<Body>, body: unknown): Body {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw new Refusal(issue?.message ?? 'Bad request', { param: String(issue?.path[0] ?? '') });
}
