import type { UserView } from '@haat/contract/api/users.schema';
import { sessionMachine, type Tokens } from '@haat/machines/session/session.machine';
import { createActorContext } from '@xstate/react';
import { fromPromise } from 'xstate';
import { refreshTokens } from '../../lib/refresh-tokens.ts';
import { sendRequest } from '../../lib/send-request.ts';
import { clearTokens, saveTokens } from '../../lib/tokens.ts';

// The profile is asked for past `callApi`: a refusal here is what the machine itself decides about.
const loadProfile = fromPromise<UserView, { token: string }>(({ input, signal }) =>
  sendRequest<UserView>('/api/users/me', { signal, like: { id: 0, email: '' } }, input.token),
);

async function revoke(tokens: Tokens | undefined): Promise<void> {
  if (!tokens) return;
  const body = { refreshToken: tokens.refreshToken };
  // Whoever logs out is logged out here, whether or not the server could be told.
  await sendRequest('/api/auth/logout', { method: 'POST', body }, tokens.token).catch(() => {});
}

/** The session of whoever is at the screen, with the tokens in local storage. */
export const SessionContext = createActorContext(
  sessionMachine.provide({
    actors: {
      refresh: fromPromise<Tokens, { refreshToken: string }>(({ input }) => refreshTokens(input.refreshToken)),
      loadProfile,
    },
    actions: {
      storeTokens: (_, { tokens, userId }) => {
        if (tokens) saveTokens(tokens, userId);
      },
      forgetTokens: () => clearTokens(),
      revoke: (_, { tokens }) => void revoke(tokens),
    },
  }),
);
