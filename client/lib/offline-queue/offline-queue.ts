import type { Endpoint } from '@haat/contract/endpoint';
import { type Reason, reasonOf, RefusedError } from '@haat/contract/reason';
import {
  isRefused,
  offlineQueueMachine,
  type QueuedAction,
  staysQueued,
} from '@haat/machines/orders/offline-queue.machine';
import { type ActorRefFrom, createActor, fromPromise, type SnapshotFrom } from 'xstate';
import { call } from '../api.ts';
import { withTabLock } from '../async.ts';
import { isSessionElsewhere } from '../session-shop.ts';
import { randomKey } from '../storage.ts';
import {
  isDoneAnyway,
  QUEUED_CALLS,
  type QueuedCallName,
  type QueuedInput,
  type QueuedOutput,
  STEPS,
} from './queued-calls.ts';
import { queueStorage, type QueueStorage, type StoredAction } from './queue-storage.ts';

/**
 * A change to be made, online or later. `label` describes the change in the list of waiting changes. `subject`: what it is
 * about (`order:7`): while one change of a subject waits, later ones wait behind it. `key`: the idempotency key, if another
 * attempt had one before. `prices`: in rupees by variant, for the lists of this device, where the body does not have them.
 * `laterBody`: the body for a change that has to wait, if the server handles offline changes differently.
 */
export type Change<Name extends QueuedCallName> = {
  call: Name;
  input: QueuedInput<Name>;
  label: string;
  subject: string;
  key?: string;
  prices?: Record<number, number>;
  laterBody?: unknown;
};

/** `reason`: why it waits, if sending it failed. */
export type Outcome<Name extends QueuedCallName> =
  { isQueued: false; answer: QueuedOutput<Name> } | { isQueued: true; reason?: Reason };

/** `idle`: nothing waits. */
export type QueueState = {
  actions: readonly QueuedAction[];
  status: 'idle' | 'sending' | 'waiting' | 'needsChoice';
};

type Owner = { userId: number; shopId: number };
export type Actor = NonNullable<QueuedAction['actor']>;
type Queue = {
  owner: Owner;
  storage: QueueStorage;
  actor: ActorRefFrom<typeof offlineQueueMachine>;
  /** Reloads the machine from storage. `hasFailed`: the last action was just sent without success. */
  refresh: (hasFailed?: boolean) => void;
};

/** The header that names who makes a change. */
export const ACTING_AS = 'acting-as';

/** How long other tabs leave a change to the tab that is sending it, in ms: longer than the call can take. */
const DIRECT_MS = 30_000;

const IDLE: QueueState = { actions: [], status: 'idle' };
const listeners = new Set<() => void>();
const sentListeners = new Set<(action: QueuedAction) => void>();
let queue: Queue | undefined;
let state = IDLE;

/** Who makes changes on this device now; see `setActor`. */
export const acting: { member: () => Actor | undefined } = { member: () => undefined };

/** Opens the queue of a member in a shop and begins to send its changes. Returns the stop; waiting changes stay stored. */
export function openQueue(owner: Owner): () => void {
  const storage = queueStorage(owner);
  const ended = new AbortController();
  const { signal } = ended;
  const actor = createActor(machineFor(owner, storage));
  const refresh = (hasFailed = false) =>
    actor.send({ type: 'changed', actions: storage.read().filter(isDue), hasFailed });
  actor.subscribe((snapshot) => show(stateOf(snapshot)));
  actor.start();
  queue = { owner, storage, actor, refresh };
  // A tab that was closed while it sent something cannot say whether it arrived.
  storage.update((stored) => stored.map(({ sentAt: _, ...action }) => action));
  refresh();
  window.addEventListener('online', () => actor.send({ type: 'online' }), { signal });
  window.addEventListener('storage', ({ key }) => (key === storage.key || key === null) && refresh(), { signal });
  return () => {
    ended.abort();
    actor.stop();
    if (queue?.actor === actor) queue = undefined;
    show(IDLE);
  };
}

function machineFor(owner: Owner, storage: QueueStorage) {
  return offlineQueueMachine.provide({
    actors: { sendAction: fromPromise<unknown, QueuedAction>(({ input }) => sendOnce(input, owner, storage)) },
    actions: {
      removeStored: (_, { id }) => void storage.update((stored) => stored.filter((action) => action.id !== id)),
      replaceStored: (_, changed) =>
        void storage.update((stored) => stored.map((action) => (action.id === changed.id ? changed : action))),
    },
  });
}

/**
 * Only one tab sends at a time, and only changes that no other tab has sent meanwhile. A change of another shop waits until the
 * session is back at that shop.
 */
function sendOnce(action: QueuedAction, owner: Owner, storage: QueueStorage): Promise<unknown> {
  return withTabLock(storage.key, async () => {
    if (!storage.read().some(({ id, refusal }) => id === action.id && !refusal)) return;
    if (isSessionElsewhere(owner)) throw new RefusedError({ code: 'unauthenticated' });
    await send(withAge(action)).catch((error: unknown) => {
      if (!isDoneAnyway(action, error)) throw error;
    });
    for (const listener of sentListeners) listener(action);
  });
}

/**
 * How long ago a change was made, by the clock of this device alone, in ms: the server dates it so, whatever that clock shows.
 * A clock that was set back since then counts from the change on.
 */
function ageOf({ id, at }: QueuedAction): number {
  const inThisPage = performance.now() - (madeInThisPage.get(id) ?? performance.now());
  return Math.round(Math.max(Date.now() - (Date.parse(at) || Date.now()), inThisPage));
}

const madeInThisPage = new Map<string, number>();

/** What waited, with its age where the server dates it so: a sale (see `laterBody`), and a step of an order. */
const withAge = (action: QueuedAction): QueuedAction =>
  STEPS.has(action.call) || (action.body instanceof Object && 'sold_at' in action.body)
    ? { ...action, body: { ...(action.body as object), age_ms: ageOf(action) } }
    : action;

type SendOptions = { keepalive?: boolean; limitMs?: number };

async function send(action: QueuedAction, options: SendOptions = {}): Promise<unknown> {
  const { id, call: name, params, body, actor } = action;
  const endpoint: Endpoint | undefined = QUEUED_CALLS[name as QueuedCallName];
  // Of a version of the app that had another name for it.
  if (!endpoint) throw new RefusedError({ code: 'invalid_input' });
  // The change of one member is not recorded for another: the server refuses it while another member acts.
  const headers = actor && { [ACTING_AS]: `${actor.id}` };
  return call(endpoint, { ...options, params, body, key: id, headers } as Parameters<typeof call>[1]);
}

/**
 * Makes a change, immediately if there is a connection and nothing waits before it, else later. It is stored before it is sent,
 * so that it is not lost when the page is closed or the response does not arrive. Without a response after five seconds, or after
 * a temporary error, it waits. Rejects like `call` when the server refuses it now; later refusals show in the list of waiting
 * changes.
 */
export async function callOrQueue<Name extends QueuedCallName>(change: Change<Name>): Promise<Outcome<Name>> {
  const action = actionOf(change);
  const now = { ...action, body: (change.input as Pick<QueuedAction, 'body'>).body };
  if (queue?.storage.read().some(({ id }) => id === action.id)) return takeOver(queue, action);
  const waits = state.actions.some((each) => !isRefused(each) || each.subject === action.subject);
  const isElsewhere = queue !== undefined && isSessionElsewhere(queue.owner);
  const isDirect = navigator.onLine && !waits && !isElsewhere;
  if (!queue || (isDirect && !put(queue, { ...action, sentAt: Date.now() })))
    return { isQueued: false, answer: (await send(now, DIRECT)) as QueuedOutput<Name> };
  if (!isDirect) return queueIn(queue, action);
  return sendDirectly(queue, action, now);
}

/** The time limit is short because a user is waiting. */
const DIRECT: SendOptions = { keepalive: true, limitMs: 5_000 };

/** Sends it as `now` says; `action` is how it is stored, and waits if it has to. */
async function sendDirectly<Name extends QueuedCallName>(
  to: Queue,
  action: QueuedAction,
  now: QueuedAction,
): Promise<Outcome<Name>> {
  const isThis = ({ id }: StoredAction) => id === action.id;
  try {
    const answer = (await send(now, DIRECT)) as QueuedOutput<Name>;
    to.storage.update((stored) => stored.filter((each) => !isThis(each)));
    return { isQueued: false, answer };
  } catch (error) {
    if (!staysQueued(error)) {
      // If the queue has taken over the change, it was shown as done, so the queue reports the refusal.
      to.storage.update((stored) => stored.filter((each) => !isThis(each) || each.sentAt === undefined));
      throw error;
    }
    to.storage.update((stored) => stored.map((each) => (isThis(each) ? action : each)));
    const reason = reasonOf(error);
    to.refresh(reason.code !== 'pin_required');
    return { isQueued: true, reason };
  }
}

/** A change that is stored already, by an attempt whose answer will not be seen: it is the queue's to send from now on. */
function takeOver(to: Queue, { id }: QueuedAction): { isQueued: true } {
  to.storage.update((stored) =>
    stored.map(({ sentAt, ...each }) => (each.id === id || !sentAt ? each : { ...each, sentAt })),
  );
  to.refresh();
  return { isQueued: true };
}

/** Stores a change to be sent when its turn comes. Throws where the device cannot store it. */
function queueIn(to: Queue, action: QueuedAction): { isQueued: true } {
  if (!put(to, action)) throw new TypeError('This device cannot store changes');
  to.refresh();
  return { isQueued: true };
}

const put = ({ storage }: Queue, action: StoredAction) => storage.update((stored) => [...stored, action]);

function actionOf<Name extends QueuedCallName>(change: Change<Name>): QueuedAction {
  const { call: name, input, label, subject, key, prices, laterBody } = change;
  const actor = acting.member();
  const { params, body } = input as Pick<QueuedAction, 'params' | 'body'>;
  const id = key ?? randomKey();
  madeInThisPage.set(id, performance.now());
  return {
    id,
    at: new Date().toISOString(),
    call: name,
    ...(params && { params }),
    ...(body !== undefined && { body: laterBody ?? body }),
    label,
    subject,
    ...(prices && { prices }),
    ...(actor && { actor }),
  };
}

const isDue = ({ sentAt }: StoredAction) => sentAt === undefined || Date.now() - sentAt > DIRECT_MS;

function stateOf(snapshot: SnapshotFrom<typeof offlineQueueMachine>): QueueState {
  const { actions, attempt } = snapshot.context;
  // Another attempt may end like the one before; until then the change still waits.
  if (snapshot.matches('waiting') || (snapshot.matches('sending') && attempt > 0))
    return { actions, status: 'waiting' };
  if (snapshot.matches('sending')) return { actions, status: 'sending' };
  return { actions, status: snapshot.matches('needsChoice') ? 'needsChoice' : 'idle' };
}

function show(next: QueueState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** The current state of the queue. */
export const queueState = (): QueueState => state;

/** For `useSyncExternalStore` with `queueState`. */
export function onQueueChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls back with each change that waited and has been sent. Returns the unsubscribe. */
export function onQueuedSent(listener: (action: QueuedAction) => void): () => void {
  sentListeners.add(listener);
  return () => sentListeners.delete(listener);
}

/** Sends immediately, without waiting for the next attempt. */
export function sendNow(): void {
  queue?.actor.send({ type: 'online' });
}

/** Sends a refused change again, with another body or on behalf of another member, if given. */
export function repeatAction(id: string, body?: unknown, actor?: Actor): void {
  queue?.actor.send({ type: 'repeat', id, body, ...(actor && { actor }) });
}

/** Drops a change: the server keeps its state. */
export function dropAction(id: string): void {
  queue?.actor.send({ type: 'drop', id });
}

/** Drops a change that was not sent yet; false when it was, or is just being sent. */
export function takeBack(id: string): boolean {
  const snapshot = queue?.actor.getSnapshot();
  if (!snapshot?.context.actions.some((action) => action.id === id)) return false;
  if (snapshot.matches('sending') && snapshot.context.sending?.id === id) return false;
  dropAction(id);
  return true;
}
