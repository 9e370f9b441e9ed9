import type { Endpoint, OutputOf } from '@haat/contract/api/endpoint';
import { ApiError } from './api-error.ts';
import { type Input, sendRequest } from './send-request.ts';
import { readAuthToken } from './tokens.ts';

/** Renews the session after the server rejected the `expired` token; undefined when the session is over. */
export type RenewSession = (expired: string) => Promise<string | undefined>;

let renewSession: RenewSession = () => Promise.resolve(undefined);

/** Set once by the owner of the session: calls that are rejected at the same time share one renewal. */
export function provideSessionRenewal(renew: RenewSession): void {
  renewSession = renew;
}

/** Optional where nothing in it is required. */
type Rest<Entry extends Endpoint> =
  Record<never, never> extends Input<Entry> ? [input?: Input<Entry>] : [input: Input<Entry>];

/**
 * Makes a call of the contract. Public calls go without a token; others with the stored one, which is renewed once when the
 * server rejects it. Rejects like `sendRequest`.
 */
export async function call<Entry extends Endpoint>(
  endpoint: Entry,
  ...[input = {} as Input<Entry>]: Rest<Entry>
): Promise<OutputOf<Entry>> {
  const token = endpoint.access === 'public' ? undefined : readAuthToken();
  try {
    return await sendRequest(endpoint, input, token);
  } catch (error) {
    const renewed = token && isTokenRejected(error) ? await renewSession(token) : undefined;
    if (!renewed) throw error;
    return sendRequest(endpoint, input, renewed);
  }
}

function isTokenRejected(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.reason.code !== 'otp_invalid';
}
