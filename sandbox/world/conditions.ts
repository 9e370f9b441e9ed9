import * as z from 'zod';

const share = z.coerce.number().min(0).max(1);
const milliseconds = z.coerce.number().int().min(0);

/** How well the providers work just now. Each may be changed while they run. */
export const conditionsSchema = z.object({
  /** Webhooks wait until this is false again. */
  webhooksHeld: z.boolean(),
  /** Which share of the events is never sent. */
  webhookLoss: share,
  /** Which share of the events is sent twice, at the same time. */
  webhookDuplicates: share,
  webhookDelayMs: milliseconds,
  /** Up to so much longer, by chance: events overtake each other. */
  webhookJitterMs: milliseconds,
  /** The pause after the first delivery that failed; it doubles each time. */
  webhookRetryMs: milliseconds,
  /** Every call of the API is answered by the page of a proxy, 502. */
  stripeDown: z.boolean(),
  razorpayDown: z.boolean(),
  /** Whether the account at Razorpay captures by itself what a customer authorised: always, only what is authorised at once, or never. */
  razorpayCapture: z.enum(['automatic', 'prompt', 'manual']),
  /** What becomes of a refund: done at once, done after `refundMs`, or failed after `refundMs`. */
  refunds: z.enum(['done', 'pending', 'failed']),
  refundMs: milliseconds,
  /** How long the bank takes for a payment that is authorised late. */
  lateMs: milliseconds,
});

export type Conditions = z.infer<typeof conditionsSchema>;

export const GOOD_CONDITIONS: Conditions = {
  webhooksHeld: false,
  webhookLoss: 0,
  webhookDuplicates: 0,
  webhookDelayMs: 0,
  webhookJitterMs: 0,
  webhookRetryMs: 1_000,
  stripeDown: false,
  razorpayDown: false,
  razorpayCapture: 'automatic',
  refunds: 'done',
  refundMs: 5_000,
  lateMs: 60_000,
};
