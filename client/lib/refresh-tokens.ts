import type { RefreshView } from '@haat/contract/api/auth.schema';
import { isExpired, readToken } from '@haat/contract/rules/decode-token';
import { sendRequest } from './send-request.ts';
import { readAuthToken, readRefreshToken, saveTokens, type Tokens } from './tokens.ts';

/**
 * New tokens for a refresh token, stored at once. Tabs take turns: one that waited finds the other's fresh token and
 * sends nothing. Rejects with ApiError when the server refuses, with what `fetch` throws for a broken line.
 */
export async function refreshTokens(refreshToken: string): Promise<Tokens> {
  const before = readAuthToken();
  const unlessDone = () => freshStored(before) ?? requestTokens(refreshToken);
  // Without a secure context there is no lock manager; rotation on proof makes a double refresh harmless.
  const { locks } = navigator as Partial<Navigator>;
  return locks ? locks.request('haat-refresh', unlessDone) : unlessDone();
}

async function requestTokens(refreshToken: string): Promise<Tokens> {
  const body = { refreshToken };
  const tokens = (await sendRequest('/api/auth/refresh-token', { method: 'POST', body }, undefined)) as RefreshView;
  saveTokens(tokens);
  return tokens;
}

function freshStored(before: string | undefined): Tokens | undefined {
  const token = readAuthToken();
  const refreshToken = readRefreshToken();
  const claims = readToken(token);
  const isFresh = token !== before && claims !== undefined && !isExpired(claims, Date.now());
  return token && refreshToken && isFresh ? { token, refreshToken } : undefined;
}
