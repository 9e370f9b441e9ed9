import type { Refusal } from '../world/refusal.ts';

/** What a call of Stripe's API carries through its middlewares. */
export type StripeState = { form: Record<string, unknown>; raw: string; injectedStatus?: number };

/** The body of Stripe's errors. */
export function errorBody({ status, message, code, param, type }: Refusal): Record<string, unknown> {
  const kind = type ?? (status >= 500 ? 'api_error' : 'invalid_request_error');
  return { ...(code && { code }), message, ...(param && { param }), type: kind };
}
