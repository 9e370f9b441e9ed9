import type { UserView } from '@haat/contract/accounts/users.calls';
import { readToken, type TokenClaims } from '@haat/contract/accounts/decode-token';
import { isRefusal, reasonOf } from '@haat/contract/reason';
import { assign, fromPromise, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

export type Tokens = { token: string; refreshToken: string | undefined };

type Context = {
  tokens: Tokens | undefined;
  hasExpired: boolean;
  user: UserView | undefined;
  attempt: number;
  hasRenewed: boolean;
};
type Failure = { error: unknown };
export type SessionEvent =
  | { type: 'signedIn'; tokens: Tokens }
  | { type: 'refused'; token: string }
  | { type: 'profile.changed' }
  | { type: 'stored.changed'; tokens: Tokens | undefined }
  | { type: 'connection.restored' }
  | { type: 'logout' }
  | { type: 'account.deleted' };

/** In ms; the last one repeats. */
const RETRY_DELAYS = [1000, 2000, 5000, 15_000, 30_000];

const canRenew = ({ tokens }: Context) => tokens?.refreshToken !== undefined;
const refreshInput = ({ context }: { context: Context }) => ({ refreshToken: context.tokens?.refreshToken ?? '' });
const storedTokens = ({ context }: { context: Context }) => ({
  tokens: context.tokens,
  userId: claimsOf(context)?.sub,
});

const store = { type: 'storeTokens', params: storedTokens } as const;
const rememberEnded = {
  type: 'rememberEnded',
  params: ({ context }: { context: Context }) => ({ userId: claimsOf(context)?.sub }),
} as const;

function claimsOf({ tokens }: Pick<Context, 'tokens'>): TokenClaims | undefined {
  return readToken(tokens?.token);
}

/** Only for a member of a shop, both name that shop and a role. A token without a role may be of a session at any shop. */
const isUserOf = ({ id, role, shop_id }: UserView, claims: TokenClaims | undefined): boolean =>
  claims?.sub === String(id) && (claims.role === undefined || (claims.role === role && claims.shop_id === shop_id));

/**
 * The session of this browser. The tag `known` means that it is decided and the app may be shown; inside `signedIn` the
 * tokens may be renewed and the profile reloaded without removing anything from the screen. Only a refusal of the server
 * discards the tokens, a network error never does.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { tokens: Tokens | undefined; hasExpired: boolean },
    events: {} as SessionEvent,
    tags: {} as 'known',
  },
  actors: {
    refresh: fromPromise<Tokens, { refreshToken: string }>(unprovided('refresh')),
    loadProfile: fromPromise<UserView, { token: string }>(unprovided('loadProfile')),
  },
  actions: {
    storeTokens: (_, _stored: { tokens: Tokens | undefined; userId: string | undefined }) => {},
    /** `tokens`: of the session that ended; none for a guest. */
    clearTokens: (_, _ended: { tokens: Tokens | undefined }) => {},
    /** The server ended the session; its user did not log out. */
    rememberEnded: (_, _ended: { userId: string | undefined }) => {},
    revoke: (_, _tokens: { tokens: Tokens | undefined }) => {},
    adopt: assign(({ context: { user } }, tokens: Tokens | undefined) => ({
      tokens,
      hasExpired: false,
      // New tokens of the same user at the same shop, from another tab: the forms on the screen keep their contents.
      user: user && isUserOf(user, claimsOf({ tokens })) ? user : undefined,
      hasRenewed: false,
    })),
    signOut: assign({ tokens: undefined, hasExpired: false, user: undefined, attempt: 0, hasRenewed: false }),
  },
  guards: {
    hasNoToken: ({ context }) => context.tokens === undefined,
    hasExpired: ({ context }) => context.hasExpired,
    hasExpiredForGood: ({ context }) => context.hasExpired && !canRenew(context),
    isEndedBy: ({ context }, token: string) => context.tokens?.token === token && !canRenew(context),
    hasUser: ({ context }) => context.user !== undefined,
    isRefusal: (_, { error }: Failure) => isRefusal(error),
    // A damaged refresh token is refused as invalid input, and retrying does not repair it.
    isUnrecoverable: (_, { error }: Failure) => isRefusal(error) || reasonOf(error).code === 'invalid_input',
    mayRenewAfter: ({ context }, { error }: Failure) => isRefusal(error) && !context.hasRenewed && canRenew(context),
    isOwnToken: ({ context }, token: string) => context.tokens?.token === token,
  },
  delays: { retryDelay: ({ context }) => RETRY_DELAYS[Math.min(context.attempt, RETRY_DELAYS.length) - 1] ?? 1000 },
}).createMachine({
  id: 'session',
  context: ({ input }) => ({ ...input, user: undefined, attempt: 0, hasRenewed: false }),
  initial: 'loading',
  on: {
    signedIn: { target: '.signedIn', actions: [{ type: 'adopt', params: ({ event }) => event.tokens }, store] },
    // Another tab logged in, out, or renewed: tabs share their storage, so nothing is written back.
    'stored.changed': [
      { guard: ({ event }) => event.tokens === undefined, target: '.signedOut' },
      { target: '.signedIn', actions: { type: 'adopt', params: ({ event }) => event.tokens } },
    ],
  },
  states: {
    loading: {
      always: [
        { guard: 'hasNoToken', target: 'signedOut' },
        { guard: 'hasExpiredForGood', target: 'signedOut', actions: rememberEnded },
        { guard: 'hasExpired', target: 'refreshing' },
        { target: 'signedIn' },
      ],
    },
    refreshing: {
      invoke: {
        src: 'refresh',
        input: refreshInput,
        onDone: {
          target: 'signedIn',
          actions: [{ type: 'adopt', params: ({ event }) => event.output }, store],
        },
        onError: [
          {
            guard: { type: 'isUnrecoverable', params: ({ event }) => ({ error: event.error }) },
            target: 'signedOut',
            actions: rememberEnded,
          },
          { target: 'signedIn.unreachable' },
        ],
      },
    },
    signedIn: {
      tags: 'known',
      initial: 'loadingProfile',
      on: {
        refused: [
          {
            guard: { type: 'isEndedBy', params: ({ event }) => event.token },
            target: 'signedOut',
            actions: rememberEnded,
          },
          { guard: { type: 'isOwnToken', params: ({ event }) => event.token }, target: '.renewing' },
        ],
        'profile.changed': '.loadingProfile',
        // The server has ended its sessions.
        'account.deleted': 'signedOut',
        logout: { target: 'signedOut', actions: { type: 'revoke', params: storedTokens } },
      },
      states: {
        loadingProfile: {
          invoke: {
            src: 'loadProfile',
            input: ({ context }) => ({ token: context.tokens?.token ?? '' }),
            onDone: { target: 'settled', actions: assign({ user: ({ event }) => event.output }) },
            onError: [
              {
                guard: { type: 'mayRenewAfter', params: ({ event }) => ({ error: event.error }) },
                target: 'renewing',
              },
              {
                guard: { type: 'isRefusal', params: ({ event }) => ({ error: event.error }) },
                target: '#session.signedOut',
                actions: rememberEnded,
              },
              { target: 'unreachable' },
            ],
          },
        },
        settled: { entry: assign({ attempt: 0, hasRenewed: false }) },
        renewing: {
          entry: assign({ hasRenewed: true }),
          // Ten requests may be refused for the same old token: one renewal serves them all.
          on: { refused: {} },
          invoke: {
            src: 'refresh',
            input: refreshInput,
            onDone: { target: 'renewed', actions: [assign({ tokens: ({ event }) => event.output }), store] },
            onError: [
              {
                guard: { type: 'isUnrecoverable', params: ({ event }) => ({ error: event.error }) },
                target: '#session.signedOut',
                actions: rememberEnded,
              },
              { target: 'unreachable' },
            ],
          },
        },
        renewed: { always: [{ guard: 'hasUser', target: 'settled' }, { target: 'loadingProfile' }] },
        unreachable: {
          entry: assign({ attempt: ({ context }) => context.attempt + 1, hasRenewed: false }),
          after: { retryDelay: 'loadingProfile' },
          on: { 'connection.restored': 'loadingProfile' },
        },
      },
    },
    signedOut: { tags: 'known', entry: [{ type: 'clearTokens', params: storedTokens }, 'signOut'] },
  },
});
