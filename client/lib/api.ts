import { ApiError } from './api-error.ts';
import { sendRequest, type Call } from './send-request.ts';
import { readAuthToken } from './tokens.ts';

/** Renews the session after the server refused `spent`; undefined when the session is over. */
export type RenewSession = (spent: string) => Promise<string | undefined>;

let renewSession: RenewSession = () => Promise.resolve(undefined);

/** Called once by whoever owns the session: all calls that are refused at the same time share its one renewal. */
export function provideSessionRenewal(renew: RenewSession): void {
  renewSession = renew;
}

/**
 * One call of the product, with the stored token as bearer. A refused token is renewed once and the call repeated.
 * Rejects with ApiError for a refusal, with what `fetch` throws for a broken line or an abort.
 */
export async function callApi<Answer>(path: string, call: Call<Answer> = {}): Promise<Answer> {
  const token = readAuthToken();
  try {
    return await sendRequest(path, call, token);
  } catch (error) {
    const fresh = token && isSpent(error) ? await renewSession(token) : undefined;
    if (!fresh) throw error;
    return sendRequest(path, call, fresh);
  }
}

function isSpent(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.reason.code !== 'otp_invalid';
}
