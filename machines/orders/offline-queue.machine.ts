import { type Reason, reasonOf } from '@haat/contract/reason';
import { assign, enqueueActions, fromPromise, not, setup } from 'xstate';
import { unprovided } from '../unprovided.ts';

/**
 * A change that was made while the server could not be reached. `id` is also its idempotency key: the server applies it once,
 * however often it is sent. `at`: when it was made, by the clock of the device. `call`: the name of a declared call. `label`:
 * describes the change. `subject`: the thing that it changes; changes of one subject depend on each other. `prices`: the prices
 * that it will have changed, by variant, if the body does not contain them. `actor`: who made it on a shared device (id 0:
 * unknown); elsewhere the user of the session.
 */
export type QueuedAction = {
  id: string;
  at: string;
  call: string;
  params?: Record<string, string | number>;
  body?: unknown;
  label: string;
  subject: string;
  prices?: Record<number, number>;
  actor?: { id: number; name: string };
  refusal?: Refusal;
};

/** Why the server did not apply it; `body`: the whole answer, which contains the current state for a conflict. */
export type Refusal = { reason: Reason; body?: unknown };

/**
 * `actions`: in the order in which they were made; `sending`: the last one sent; `attempt`: the failed attempts to send the next
 * one.
 */
type Context = { actions: readonly QueuedAction[]; sending: QueuedAction | undefined; attempt: number };

const MAX_DELAY_MS = 30_000;
/** An internal error of the server may pass or stay for ever: after so many attempts the user decides. */
const MAX_DEFECTS = 4;

/** The next action to send; skips subjects with an earlier change that waits for a choice. */
export function nextAction({ actions }: Pick<Context, 'actions'>): QueuedAction | undefined {
  const refused = new Set(actions.filter(isRefused).map(({ subject }) => subject));
  return actions.find(({ subject }) => !refused.has(subject));
}

export const isRefused = ({ refusal }: QueuedAction): boolean => refusal !== undefined;

const TEMPORARY = new Set<string>(['network', 'unavailable', 'rate_limited', 'unauthenticated']);

// The changes of an ended session wait for the login.
const isTemporary = (error: unknown) => TEMPORARY.has(reasonOf(error).code);

/** Whether a change refused in this way at the first attempt waits: the same request may be accepted later, or for its member. */
export function staysQueued(error: unknown): boolean {
  const { code } = reasonOf(error);
  return isTemporary(error) || code === 'internal' || code === 'pin_required';
}

const refusalOf = (error: unknown): Refusal => ({
  reason: reasonOf(error),
  body: (error as { body?: unknown } | undefined)?.body,
});

const withRefusal = (action: QueuedAction, error: unknown): QueuedAction => ({ ...action, refusal: refusalOf(error) });

type Change = Pick<QueuedAction, 'body' | 'actor'>;

const withoutRefusal = ({ refusal: _, ...action }: QueuedAction, { body, actor }: Change): QueuedAction => ({
  ...action,
  ...(body !== undefined && { body }),
  ...(actor && { actor }),
});

/**
 * The changes of one user that wait for a connection. They are sent one after the other, in the order in which they were made. A
 * refused change waits for a choice of the user, together with later changes of the same subject; the others continue. The queue
 * itself is stored on the device and shared by all tabs: `changed` brings its current contents.
 */
export const offlineQueueMachine = setup({
  types: {
    context: {} as Context,
    // `repeat`: sends a refused change again, with another body or as another member if they are given. `hasFailed`: sending the
    // last one has just failed, so it is not sent again without a pause.
    events: {} as
      | { type: 'changed'; actions: readonly QueuedAction[]; hasFailed?: boolean }
      | { type: 'online' }
      | ({ type: 'repeat'; id: string } & Change)
      | { type: 'drop'; id: string },
  },
  actors: { sendAction: fromPromise<unknown, QueuedAction>(unprovided('sendAction')) },
  actions: {
    removeStored: (_, _action: { id: string }) => {},
    replaceStored: (_, _action: QueuedAction) => {},
    remove: assign(({ context }, { id }: { id: string }) => ({
      actions: context.actions.filter((action) => action.id !== id),
    })),
    replace: assign(({ context }, changed: QueuedAction) => ({
      actions: context.actions.map((action) => (action.id === changed.id ? changed : action)),
    })),
  },
  guards: {
    hasNext: ({ context }) => nextAction(context) !== undefined,
    hasRefused: ({ context }) => context.actions.some(isRefused),
    mustWait: ({ context }, { error }: { error: unknown }) =>
      isTemporary(error) || (reasonOf(error).code === 'internal' && context.attempt + 1 < MAX_DEFECTS),
  },
  delays: { retryDelay: ({ context }) => Math.min(MAX_DELAY_MS, 1000 * 2 ** (context.attempt - 1)) },
}).createMachine({
  id: 'offlineQueue',
  context: { actions: [], sending: undefined, attempt: 0 },
  initial: 'online',
  on: {
    changed: { actions: assign({ actions: ({ event }) => event.actions }) },
    drop: {
      actions: [
        { type: 'removeStored', params: ({ event }) => event },
        { type: 'remove', params: ({ event }) => event },
      ],
    },
    repeat: {
      actions: enqueueActions(({ context, event: { id, ...change }, enqueue }) => {
        const refused = context.actions.find((action) => action.id === id);
        if (!refused) return;
        const again = withoutRefusal(refused, change);
        enqueue({ type: 'replaceStored', params: again });
        enqueue({ type: 'replace', params: again });
      }),
    },
  },
  states: {
    online: {
      on: {
        changed: [
          {
            guard: ({ event }) => event.hasFailed === true,
            target: 'waiting',
            actions: assign({ actions: ({ event }) => event.actions }),
          },
          { actions: assign({ actions: ({ event }) => event.actions }) },
        ],
      },
      always: [
        { guard: 'hasNext', target: 'sending' },
        { guard: 'hasRefused', target: 'needsChoice' },
      ],
    },
    needsChoice: {
      always: [
        { guard: 'hasNext', target: 'sending' },
        { guard: not('hasRefused'), target: 'online' },
      ],
    },
    sending: {
      entry: assign({ sending: ({ context }) => nextAction(context) }),
      invoke: {
        src: 'sendAction',
        input: ({ context }) => sent(context),
        onDone: {
          target: 'online',
          actions: [
            { type: 'removeStored', params: ({ context }) => sent(context) },
            { type: 'remove', params: ({ context }) => sent(context) },
            assign({ attempt: 0 }),
          ],
        },
        onError: [
          { guard: { type: 'mustWait', params: ({ event: { error } }) => ({ error }) }, target: 'waiting' },
          {
            target: 'online',
            actions: [
              { type: 'replaceStored', params: ({ context, event }) => withRefusal(sent(context), event.error) },
              { type: 'replace', params: ({ context, event }) => withRefusal(sent(context), event.error) },
              assign({ attempt: 0 }),
            ],
          },
        ],
      },
    },
    waiting: {
      entry: assign({ attempt: ({ context }) => context.attempt + 1 }),
      always: { guard: not('hasNext'), target: 'online' },
      after: { retryDelay: 'online' },
      on: { online: 'online' },
    },
  },
});

function sent({ sending }: Context): QueuedAction {
  if (!sending) throw new Error('Nothing is being sent');
  return sending;
}
