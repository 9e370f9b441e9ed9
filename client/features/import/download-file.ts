import { ApiError } from '../../lib/api-error.ts';
import { callApi } from '../../lib/api.ts';
import { API_BASE } from '../../lib/config.ts';
import { readAuthToken } from '../../lib/tokens.ts';
import { saveFile } from './save-file.ts';

/**
 * Fetches a file of the shop and saves it under the name that the server gives it. Rejects with ApiError for a refusal,
 * with what `fetch` throws for a broken line.
 */
export async function downloadFile(path: string): Promise<void> {
  // A session that has to be renewed is renewed by any other call.
  await callApi('/api/users/me');
  const response = await fetch(API_BASE + path, { headers: { authorization: `Bearer ${readAuthToken() ?? ''}` } });
  if (!response.ok) throw new ApiError(response.status, undefined);
  const [, name = 'products.csv'] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  saveFile(await response.blob(), name);
}
