import { getProfile } from '@haat/contract/accounts/users.calls';
import { ApiError } from './api-error.ts';
import { call } from './api.ts';
import { API_BASE } from './config.ts';
import { readAuthToken } from './storage.ts';

/**
 * Requests a file that only the logged-in user may have. Rejects with ApiError for an error status, with the error of `fetch`
 * for a network error.
 */
export async function fetchFile(path: string, signal?: AbortSignal): Promise<Response> {
  // Any call renews an expired access token; this fetch does not.
  await call(getProfile, signal && { signal });
  const headers = { authorization: `Bearer ${readAuthToken() ?? ''}` };
  const response = await fetch(API_BASE + path, { headers, signal: signal ?? null });
  if (!response.ok) throw new ApiError(response.status, undefined);
  return response;
}
