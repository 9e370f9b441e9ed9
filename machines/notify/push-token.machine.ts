import type { PushConfigView } from '@haat/contract/notify/push.calls';
import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { unprovided, unprovidedCallback } from '../unprovided.ts';

type Context = {
  userId: string | undefined;
  config: PushConfig | undefined;
  token: string;
  /** In ms since 1970: when the server stored the token. */
  savedAt: number | undefined;
  /** Whether the user of this screen asked for push messages: the result is then shown. */
  hasAsked: boolean;
  attempt: number;
};
type User = { userId: string };
type Configured = { config: PushConfig | undefined };
export type PushTokenEvent =
  | ({ type: 'signedIn' } & User)
  | { type: 'signedOut' }
  | { type: 'asked' }
  | { type: 'permission.changed' }
  | { type: 'connection.restored' };

const WEEK_MS = 7 * 86_400_000;
/** In ms; the last one repeats. The first one is short: a slow phone may still be installing the service worker. */
const RETRY_DELAYS = [10_000, 60_000, 300_000, 900_000, 3_600_000];

const SIGNED_OUT: Context = {
  userId: undefined,
  config: undefined,
  token: '',
  savedAt: undefined,
  hasAsked: false,
  attempt: 0,
};

/**
 * The registration of this device for push messages. The browser asks for the permission only after `asked`; where it is
 * granted already, the token is fetched and saved at every start, and again after seven days. It is deleted with the
 * session.
 */
export const pushTokenMachine = setup({
  types: { context: {} as Context, events: {} as PushTokenEvent, tags: {} as 'busy' },
  actors: {
    checkSupport: fromPromise<PushSupport>(unprovided('checkSupport')),
    watchPermission: fromCallback<PushTokenEvent>(unprovidedCallback('watchPermission')),
    askPermission: fromPromise<unknown>(unprovided('askPermission')),
    awaitWorker: fromPromise<unknown>(unprovided('awaitWorker')),
    fetchToken: fromPromise<string, Configured>(unprovided('fetchToken')),
    /** Resolves with the time at which it was saved. */
    saveToken: fromPromise<number, { token: string }>(unprovided('saveToken')),
    deleteToken: fromPromise<unknown, Configured>(unprovided('deleteToken')),
  },
  actions: {
    adopt: assign((_, { userId }: User) => ({ ...SIGNED_OUT, userId })),
    reset: assign(SIGNED_OUT),
    dismissUser: assign({ userId: undefined }),
    storeConfig: assign((_, { config }: PushSupport) => ({ config: config ?? undefined })),
    storeAsked: assign({ hasAsked: true }),
    storeToken: assign((_, { token }: { token: string }) => ({ token })),
    storeTime: assign((_, { savedAt }: { savedAt: number }) => ({ savedAt, attempt: 0 })),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
  guards: {
    hasUser: ({ context }) => context.userId !== undefined,
    isAnother: ({ context }, { userId }: User) => context.userId !== userId,
    isNotConfigured: (_, support: PushSupport) => stateFor(support) === 'notConfigured',
    isUnsupported: (_, support: PushSupport) => stateFor(support) === 'unsupported',
    isNotInstalled: (_, support: PushSupport) => stateFor(support) === 'notInstalled',
    isBlocked: (_, support: PushSupport) => stateFor(support) === 'blocked',
    isPermitted: (_, support: PushSupport) => stateFor(support) === 'registering',
  },
  delays: {
    workerTimeout: 10_000,
    fetchTimeout: 60_000,
    refresh: WEEK_MS,
    deleteTimeout: 10_000,
    retryDelay: ({ context }) => RETRY_DELAYS[Math.min(context.attempt, RETRY_DELAYS.length) - 1] ?? 60_000,
  },
}).createMachine({
  id: 'pushToken',
  context: SIGNED_OUT,
  initial: 'signedOut',
  states: {
    signedOut: {
      entry: 'reset',
      on: { signedIn: { target: 'signedIn', actions: { type: 'adopt', params: ({ event }) => event } } },
    },
    signedIn: {
      invoke: { src: 'watchPermission' },
      initial: 'checking',
      on: {
        signedIn: {
          guard: { type: 'isAnother', params: ({ event }) => event },
          target: '.checking',
          actions: { type: 'adopt', params: ({ event }) => event },
        },
        signedOut: { target: 'deletingToken', actions: 'dismissUser' },
        'permission.changed': '.checking',
      },
      states: {
        checking: {
          invoke: {
            src: 'checkSupport',
            onDone: [
              { guard: { type: 'isNotConfigured', params: ({ event }) => event.output }, target: 'notConfigured' },
              { guard: { type: 'isUnsupported', params: ({ event }) => event.output }, target: 'unsupported' },
              { guard: { type: 'isNotInstalled', params: ({ event }) => event.output }, target: 'notInstalled' },
              { guard: { type: 'isBlocked', params: ({ event }) => event.output }, target: 'blocked' },
              {
                guard: { type: 'isPermitted', params: ({ event }) => event.output },
                target: 'registering',
                actions: { type: 'storeConfig', params: ({ event }) => event.output },
              },
              { target: 'askable' },
            ],
            onError: 'failed',
          },
        },
        notConfigured: {},
        unsupported: {},
        notInstalled: {},
        blocked: {},
        askable: { on: { asked: { target: 'asking', actions: 'storeAsked' } } },
        asking: {
          tags: 'busy',
          // The result of `askPermission` covers it.
          on: { 'permission.changed': {} },
          invoke: { src: 'askPermission', onDone: 'checking', onError: 'askable' },
        },
        registering: {
          tags: 'busy',
          initial: 'awaitingWorker',
          states: {
            awaitingWorker: {
              after: { workerTimeout: '#pushToken.signedIn.failed' },
              invoke: { src: 'awaitWorker', onDone: 'fetching', onError: '#pushToken.signedIn.failed' },
            },
            fetching: {
              after: { fetchTimeout: '#pushToken.signedIn.failed' },
              invoke: {
                src: 'fetchToken',
                input: ({ context: { config } }) => ({ config }),
                onDone: {
                  target: 'saving',
                  actions: { type: 'storeToken', params: ({ event }) => ({ token: event.output }) },
                },
                onError: '#pushToken.signedIn.failed',
              },
            },
            saving: {
              invoke: {
                src: 'saveToken',
                input: ({ context }) => ({ token: context.token }),
                onDone: {
                  target: '#pushToken.signedIn.saved',
                  actions: { type: 'storeTime', params: ({ event }) => ({ savedAt: event.output }) },
                },
                onError: '#pushToken.signedIn.failed',
              },
            },
          },
        },
        saved: { after: { refresh: 'checking' } },
        failed: {
          entry: 'countAttempt',
          after: { retryDelay: 'checking' },
          on: { 'connection.restored': 'checking', asked: { target: 'checking', actions: 'storeAsked' } },
        },
      },
    },
    // A user who logs in meanwhile waits: the device must belong to one user only.
    deletingToken: {
      on: {
        signedIn: { actions: { type: 'adopt', params: ({ event }) => event } },
        signedOut: { actions: 'dismissUser' },
      },
      after: { deleteTimeout: 'tokenDeleted' },
      invoke: {
        src: 'deleteToken',
        input: ({ context: { config } }) => ({ config }),
        onDone: 'tokenDeleted',
        onError: 'tokenDeleted',
      },
    },
    tokenDeleted: { always: [{ guard: 'hasUser', target: 'signedIn' }, { target: 'signedOut' }] },
  },
});

/** The configuration that a browser registers with. */
export type PushConfig = NonNullable<PushConfigView['config']>;

/** The browser's permission for this page to show notifications. */
export type PushPermission = 'default' | 'granted' | 'denied';

/** `afterInstall`: an iPhone, where only apps on the home screen may show notifications. */
export type PushSupport = {
  /** null where this installation sends no push messages. */
  config: PushConfig | null;
  ability: 'able' | 'unable' | 'afterInstall';
  permission: PushPermission;
};

const STATE_FOR_PERMISSION = { granted: 'registering', denied: 'blocked', default: 'askable' } as const;

/** The state that follows from the support. */
export function stateFor({ config, ability, permission }: PushSupport) {
  if (!config) return 'notConfigured';
  if (ability === 'afterInstall') return 'notInstalled';
  return ability === 'unable' ? 'unsupported' : STATE_FOR_PERMISSION[permission];
}
