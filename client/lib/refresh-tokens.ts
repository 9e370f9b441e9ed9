import type { RefreshView } from '@haat/contract/api/auth.schema';
import { isExpired, readToken } from '@haat/contract/rules/decode-token';
import { sendRequest, type Call } from './send-request.ts';
import { takeTurns } from './take-turns.ts';
import { readAuthToken, readRefreshToken, saveTokens, type Tokens } from './tokens.ts';

/**
 * New tokens for a refresh token, stored at once unless it was given up meanwhile. Tabs take turns: one that waited finds the other's fresh token and
 * sends nothing. Rejects with ApiError when the server refuses, with what `fetch` throws for a broken line.
 */
export async function refreshTokens(refreshToken: string): Promise<Tokens> {
  const before = readAuthToken();
  // Rotation on proof makes a double refresh harmless.
  return takeTurns('haat-refresh', async () => freshStored(before) ?? requestTokens(refreshToken));
}

/** While it lasts, a page that starts with an expired token shows nothing. */
const LIMIT_MS = 8_000;

async function requestTokens(refreshToken: string): Promise<Tokens> {
  const call: Call<RefreshView> = { method: 'POST', body: { refreshToken }, limitMs: LIMIT_MS, like: { token: '' } };
  const tokens = await sendRequest('/api/auth/refresh-token', call, undefined);
  // Whoever logged out meanwhile, here or in another tab, stays logged out.
  if (readRefreshToken() === refreshToken) saveTokens(tokens);
  return tokens;
}

function freshStored(before: string | undefined): Tokens | undefined {
  const token = readAuthToken();
  const refreshToken = readRefreshToken();
  const claims = readToken(token);
  const isFresh = token !== before && claims !== undefined && !isExpired(claims, Date.now());
  return token && refreshToken && isFresh ? { token, refreshToken } : undefined;
}
