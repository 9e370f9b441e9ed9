import { takeEarlyRead } from './early-reads.ts';
import { sendRequest, type Call } from './send-request.ts';

/**
 * Reads what everybody may see. Without a token, so that the answer that was asked for before the app was there serves
 * whoever is signed in. Rejects like `callApi`.
 */
export function readPublic<Answer>(path: string, call: Call<Answer>): Promise<Answer> {
  return sendRequest(path, { ...call, early: takeEarlyRead(path) }, undefined);
}
