import { whenIdle } from './async.ts';
import { loadChunk } from './load-chunk.ts';
import { logProblem } from './log.ts';

/** The reports of a running machine: every state, beginning with the first one, and every event it emits. */
export type Reports<State, Emitted> = { onState: (state: State) => void; onEmitted: (event: Emitted) => void };

/** Starts the machine from storage, in a state that shows the same as `state`. */
export type StartMachine<State, Event, Emitted = never> = (
  state: State,
  reports: Reports<State, Emitted>,
) => { send: (event: Event) => void; stop: () => void };

type Options<State, Event, Emitted> = {
  /** Of the chunk, for its error. */
  name: string;
  /** The initial state, read from storage. */
  state: State;
  load: () => Promise<StartMachine<State, Event, Emitted>>;
  /**
   * The state after an event, until the machine is loaded. Changes must be stored before this returns: only stored state is
   * shown, so the machine can start from storage at any time, and nothing is lost if it never does.
   */
  next: (state: State, event: Event, emit: (event: Emitted) => void) => State;
  /** Events that cannot be handled without the machine. They wait for it, and are sent to it in order. */
  needsMachine?: (event: Event) => boolean;
  /** Whether the state cannot wait until the page is idle. */
  isUrgent?: (state: State) => boolean;
};

const RETRY_AFTER_MS = 15_000;

/**
 * An actor whose machine is no part of the first load: it is loaded once the page is idle, or as soon as an event or the
 * state needs it. A failed load is retried: after a while, when the device is online again, and with every event that
 * needs the machine. To be stopped and started again at will, as React does in its strict mode.
 */
export class DeferredActor<State, Event, Emitted = never> {
  readonly #options: Options<State, Event, Emitted>;
  readonly #listeners = new Set<() => void>();
  readonly #receivers = new Set<(event: Emitted) => void>();
  readonly #waiting: Event[] = [];
  #state: State;
  #machine: ReturnType<StartMachine<State, Event, Emitted>> | undefined;
  #loading: Promise<void> | undefined;
  #failure: Error | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #ended = AbortSignal.abort();

  constructor(options: Options<State, Event, Emitted>) {
    this.#options = options;
    this.#state = options.state;
  }

  readonly getSnapshot = (): State => this.#state;

  /** Why the machine is not there, until the next attempt; undefined while it is loading or running. */
  readonly getFailure = (): Error | undefined => this.#failure;

  /** Calls back after each change of the state or the failure. Returns the unsubscribe. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Calls back with the events that the machine emits. Returns the unsubscribe. */
  readonly onEmitted = (receiver: (event: Emitted) => void): (() => void) => {
    this.#receivers.add(receiver);
    return () => void this.#receivers.delete(receiver);
  };

  readonly send = (event: Event): void => {
    if (this.#machine) return this.#machine.send(event);
    const { next, needsMachine } = this.#options;
    if (needsMachine?.(event)) this.#waiting.push(event);
    this.#show(next(this.#state, event, this.#emit));
    this.#loadIfNeeded();
  };

  /** Begins to load. Returns the stop: the machine ends, and the state stays. */
  readonly start = (): (() => void) => {
    const run = new AbortController();
    this.#ended = run.signal;
    this.#loading = undefined;
    const cancelIdle = whenIdle(this.#tryLoading);
    window.addEventListener('online', this.#tryLoading, { signal: run.signal });
    this.#loadIfNeeded();
    return () => {
      run.abort();
      cancelIdle();
      this.#machine?.stop();
      this.#machine = undefined;
    };
  };

  /** Starts loading immediately. Resolves once the machine is running; rejects when it cannot be loaded now. */
  loaded(): Promise<void> {
    return (this.#loading ??= this.#load(this.#ended));
  }

  #loadIfNeeded(): void {
    const isNeeded = this.#waiting.length > 0 || this.#options.isUrgent?.(this.#state);
    if (isNeeded) this.#tryLoading();
  }

  readonly #tryLoading = (): void => {
    if (!this.#ended.aborted) void this.loaded().catch(() => {});
  };

  async #load(ended: AbortSignal): Promise<void> {
    this.#setFailure(undefined);
    try {
      const start = await loadChunk(this.#options);
      if (!ended.aborted) this.#handOver(start);
    } catch (error) {
      logProblem(`Error loading ${this.#options.name}`, error);
      if (!ended.aborted) this.#retryLater(error);
      throw error;
    }
  }

  /** Notifies the listeners only once. */
  #handOver(start: StartMachine<State, Event, Emitted>): void {
    let isReplaying = true;
    const onState = (state: State) => {
      if (isReplaying) this.#state = state;
      else this.#show(state);
    };
    const machine = start(this.#state, { onState, onEmitted: this.#emit });
    this.#machine = machine;
    for (const event of this.#waiting.splice(0)) machine.send(event);
    isReplaying = false;
    this.#notify();
  }

  #retryLater(error: unknown): void {
    this.#loading = undefined;
    this.#setFailure(error instanceof Error ? error : new Error(String(error)));
    clearTimeout(this.#retry);
    this.#retry = setTimeout(this.#tryLoading, RETRY_AFTER_MS);
  }

  #setFailure(failure: Error | undefined): void {
    if (failure === this.#failure) return;
    this.#failure = failure;
    this.#notify();
  }

  #show(state: State): void {
    if (state === this.#state) return;
    this.#state = state;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }

  readonly #emit = (event: Emitted): void => {
    for (const receiver of this.#receivers) receiver(event);
  };
}

/** The public part of an actor. */
export type AnyActor<State, Event, Emitted = never> = Pick<
  DeferredActor<State, Event, Emitted>,
  keyof DeferredActor<State, Event, Emitted>
>;

/** Waits until `isDone` returns true for the state. */
export function waitForState<State>(
  { getSnapshot, subscribe }: Pick<DeferredActor<State, never>, 'getSnapshot' | 'subscribe'>,
  isDone: (state: State) => boolean,
): Promise<State> {
  return new Promise((resolve) => {
    const check = () => {
      const state = getSnapshot();
      if (!isDone(state)) return;
      stop();
      resolve(state);
    };
    const stop = subscribe(check);
    check();
  });
}
