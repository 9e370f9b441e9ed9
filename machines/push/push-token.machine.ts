import { assign, fromCallback, fromPromise, setup } from 'xstate';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import { leadsTo, type PushConfig, type PushGround } from './push-ground.ts';

type Context = {
  userId: string | undefined;
  config: PushConfig | undefined;
  token: string;
  /** In ms since 1970: when the server was given the token. */
  savedAt: number | undefined;
  /** Whether somebody at this screen asked for it, and wants to hear what became of it. */
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
  | { type: 'line.back' };

const WEEK_MS = 7 * 86_400_000;
/** In ms; the last one repeats. */
const RETRY_DELAYS = [60_000, 300_000, 900_000, 3_600_000];

const NOBODY: Context = {
  userId: undefined,
  config: undefined,
  token: '',
  savedAt: undefined,
  hasAsked: false,
  attempt: 0,
};

/**
 * Whether this device is told what happens while no page is open. Nobody is asked for the permission but after `asked`;
 * where it stands already, the token is fetched and saved at every start, and again after seven days. It goes with the
 * session. Spec sections 4 and 9, push.
 */
export const pushTokenMachine = setup({
  types: { context: {} as Context, events: {} as PushTokenEvent, tags: {} as 'busy' },
  actors: {
    lookAround: fromPromise<PushGround>(unprovided('lookAround')),
    watchPermission: fromCallback<PushTokenEvent>(unprovidedCallback('watchPermission')),
    askPermission: fromPromise<unknown>(unprovided('askPermission')),
    awaitWorker: fromPromise<unknown>(unprovided('awaitWorker')),
    fetchToken: fromPromise<string, Configured>(unprovided('fetchToken')),
    /** Answers when it was saved. */
    saveToken: fromPromise<number, { token: string }>(unprovided('saveToken')),
    forgetToken: fromPromise<unknown, Configured>(unprovided('forgetToken')),
  },
  actions: {
    adopt: assign((_, { userId }: User) => ({ ...NOBODY, userId })),
    letGo: assign(NOBODY),
    dismissUser: assign({ userId: undefined }),
    keepConfig: assign((_, { config }: PushGround) => ({ config: config ?? undefined })),
    rememberAsking: assign({ hasAsked: true }),
    keepToken: assign((_, { token }: { token: string }) => ({ token })),
    keepTime: assign((_, { savedAt }: { savedAt: number }) => ({ savedAt, attempt: 0 })),
    countAttempt: assign({ attempt: ({ context }) => context.attempt + 1 }),
  },
  guards: {
    hasUser: ({ context }) => context.userId !== undefined,
    isAnother: ({ context }, { userId }: User) => context.userId !== userId,
    isNotConfigured: (_, ground: PushGround) => leadsTo(ground) === 'notConfigured',
    isUnsupported: (_, ground: PushGround) => leadsTo(ground) === 'unsupported',
    isNotInstalled: (_, ground: PushGround) => leadsTo(ground) === 'notInstalled',
    isBlocked: (_, ground: PushGround) => leadsTo(ground) === 'blocked',
    isPermitted: (_, ground: PushGround) => leadsTo(ground) === 'registering',
  },
  delays: {
    workerWait: 10_000,
    fetchWait: 60_000,
    refresh: WEEK_MS,
    forgetWait: 10_000,
    retryDelay: ({ context }) => RETRY_DELAYS[Math.min(context.attempt, RETRY_DELAYS.length) - 1] ?? 60_000,
  },
}).createMachine({
  id: 'pushToken',
  context: NOBODY,
  initial: 'signedOut',
  states: {
    signedOut: {
      entry: 'letGo',
      on: { signedIn: { target: 'signedIn', actions: { type: 'adopt', params: ({ event }) => event } } },
    },
    signedIn: {
      invoke: { src: 'watchPermission' },
      initial: 'looking',
      on: {
        signedIn: {
          guard: { type: 'isAnother', params: ({ event }) => event },
          target: '.looking',
          actions: { type: 'adopt', params: ({ event }) => event },
        },
        signedOut: { target: 'forgetting', actions: 'dismissUser' },
        'permission.changed': '.looking',
      },
      states: {
        looking: {
          invoke: {
            src: 'lookAround',
            onDone: [
              { guard: { type: 'isNotConfigured', params: ({ event }) => event.output }, target: 'notConfigured' },
              { guard: { type: 'isUnsupported', params: ({ event }) => event.output }, target: 'unsupported' },
              { guard: { type: 'isNotInstalled', params: ({ event }) => event.output }, target: 'notInstalled' },
              { guard: { type: 'isBlocked', params: ({ event }) => event.output }, target: 'blocked' },
              {
                guard: { type: 'isPermitted', params: ({ event }) => event.output },
                target: 'registering',
                actions: { type: 'keepConfig', params: ({ event }) => event.output },
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
        askable: { on: { asked: { target: 'asking', actions: 'rememberAsking' } } },
        asking: {
          tags: 'busy',
          // The same is told by the answer.
          on: { 'permission.changed': {} },
          invoke: { src: 'askPermission', onDone: 'looking', onError: 'askable' },
        },
        registering: {
          tags: 'busy',
          initial: 'awaitingWorker',
          states: {
            awaitingWorker: {
              after: { workerWait: '#pushToken.signedIn.failed' },
              invoke: { src: 'awaitWorker', onDone: 'fetching', onError: '#pushToken.signedIn.failed' },
            },
            fetching: {
              after: { fetchWait: '#pushToken.signedIn.failed' },
              invoke: {
                src: 'fetchToken',
                input: ({ context: { config } }) => ({ config }),
                onDone: {
                  target: 'saving',
                  actions: { type: 'keepToken', params: ({ event }) => ({ token: event.output }) },
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
                  actions: { type: 'keepTime', params: ({ event }) => ({ savedAt: event.output }) },
                },
                onError: '#pushToken.signedIn.failed',
              },
            },
          },
        },
        saved: { after: { refresh: 'looking' } },
        failed: {
          entry: 'countAttempt',
          after: { retryDelay: 'looking' },
          on: { 'line.back': 'looking', asked: { target: 'looking', actions: 'rememberAsking' } },
        },
      },
    },
    // Whoever signs in meanwhile waits for it: the device is to be theirs alone.
    forgetting: {
      on: {
        signedIn: { actions: { type: 'adopt', params: ({ event }) => event } },
        signedOut: { actions: 'dismissUser' },
      },
      after: { forgetWait: 'forgotten' },
      invoke: {
        src: 'forgetToken',
        input: ({ context: { config } }) => ({ config }),
        onDone: 'forgotten',
        onError: 'forgotten',
      },
    },
    forgotten: { always: [{ guard: 'hasUser', target: 'signedIn' }, { target: 'signedOut' }] },
  },
});
