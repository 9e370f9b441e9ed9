import { getProfile } from '@haat/contract/api/users';
import { ApiError } from '../../lib/api-error.ts';
import { call } from '../../lib/api.ts';
import { API_BASE } from '../../lib/config.ts';
import { readAuthToken } from '../../lib/storage.ts';

/**
 * Downloads a file of the shop under the name that the server gives it. Rejects with ApiError for an error status, with
 * the error of `fetch` for a network error.
 */
export async function downloadFile(path: string): Promise<void> {
  // Any call renews an expired access token; this fetch does not.
  await call(getProfile);
  const response = await fetch(API_BASE + path, { headers: { authorization: `Bearer ${readAuthToken() ?? ''}` } });
  if (!response.ok) throw new ApiError(response.status, undefined);
  const [, name = 'products.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(await response.blob(), name);
}

/** Saves a file like any other download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By then the browser has opened it.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
