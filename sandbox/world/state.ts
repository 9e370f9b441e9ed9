import type { RazorpayOrder, RazorpayPayment, RazorpayRefund } from '../razorpay/razorpay-records.ts';
import type { StripeAnswer, StripeIntent, StripeRefund, StripeSession } from '../stripe/stripe-records.ts';
import type { WebhookEvent } from '../webhooks/webhook-event.ts';

/** Everything that the two providers know. Plain JSON, so that a restart forgets nothing. */
export type State = {
  stripe: {
    sessions: Record<string, StripeSession>;
    intents: Record<string, StripeIntent>;
    refunds: Record<string, StripeRefund>;
    /** What was answered to each Idempotency-Key. */
    answers: Record<string, StripeAnswer>;
  };
  razorpay: {
    orders: Record<string, RazorpayOrder>;
    payments: Record<string, RazorpayPayment>;
    refunds: Record<string, RazorpayRefund>;
  };
  events: WebhookEvent[];
};

export const emptyState = (): State => ({
  stripe: { sessions: {}, intents: {}, refunds: {}, answers: {} },
  razorpay: { orders: {}, payments: {}, refunds: {} },
  events: [],
});

const DAY_MS = 86_400_000;
const KEEP_ANSWERS_MS = DAY_MS;
const KEEP_EVENTS_MS = 7 * DAY_MS;

/** Forgets what the providers forget too: keys after a day, events that nobody waits for after a week. */
export function withoutOldThings(state: State, now: number): State {
  const answers = Object.entries(state.stripe.answers).filter(([, { at }]) => now - at < KEEP_ANSWERS_MS);
  const events = state.events.filter(({ at, nextAt }) => nextAt !== null || now - at < KEEP_EVENTS_MS);
  return { ...state, events, stripe: { ...state.stripe, answers: Object.fromEntries(answers) } };
}
