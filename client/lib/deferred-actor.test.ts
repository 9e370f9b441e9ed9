import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { DeferredActor, type StartMachine, waitForState } from './deferred-actor.ts';
import { ChunkLoadError } from './load-chunk.ts';

/** Letters; the machine appends those it is sent in capitals. `ask` needs the machine. */
type Event = { type: 'add' | 'ask'; letter: string };

let running: number;
let stored: string;
let stops: (() => void)[];

const startMachine: StartMachine<string, Event, string> = (_, { onState, onEmitted }) => {
  let text = stored;
  running += 1;
  onState(text);
  return {
    send: ({ letter }) => {
      text += letter.toUpperCase();
      stored = text;
      onEmitted(letter);
      onState(text);
    },
    stop: () => void (running -= 1),
  };
};

const broken = new TypeError('Failed to fetch dynamically imported module');

function deferred(load = vi.fn(async () => startMachine), isUrgent = (_: string) => false) {
  const actor = new DeferredActor<string, Event, string>({
    name: 'letters',
    state: stored,
    load,
    next: (state, { type, letter }) => (type === 'add' ? (stored = state + letter) : state),
    needsMachine: ({ type }) => type === 'ask',
    isUrgent,
  });
  const start = () => {
    const stop = actor.start();
    stops.push(stop);
    return stop;
  };
  return { actor, load, start };
}

const add = (letter: string): Event => ({ type: 'add', letter });
const ask = (letter: string): Event => ({ type: 'ask', letter });

beforeEach(() => {
  vi.useFakeTimers();
  running = 0;
  stored = '';
  stops = [];
});
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('loads the machine when the page is idle', async () => {
  const { load, start } = deferred();
  start();
  await vi.advanceTimersByTimeAsync(0);
  expect([load.mock.calls.length, running]).toEqual([0, 0]);
  await vi.advanceTimersByTimeAsync(2000);
  expect([load.mock.calls.length, running]).toEqual([1, 1]);
});

it('shows an event at once that needs no machine, and does not repeat it to the machine', async () => {
  const { actor, start } = deferred();
  start();
  actor.send(add('a'));
  expect(actor.getSnapshot()).toBe('a');
  await vi.advanceTimersByTimeAsync(2000);
  actor.send(add('b'));
  expect(actor.getSnapshot()).toBe('aB');
});

it('loads the machine at once for the events that need it, and sends them in order, once', async () => {
  const { actor, load, start } = deferred();
  start();
  const emitted: string[] = [];
  actor.onEmitted((letter) => emitted.push(letter));
  for (const letter of ['x', 'y']) actor.send(ask(letter));
  expect(actor.getSnapshot()).toBe('');
  await actor.loaded();
  expect([actor.getSnapshot(), emitted]).toEqual(['XY', ['x', 'y']]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([load.mock.calls.length, running, actor.getSnapshot()]).toEqual([1, 1, 'XY']);
});

it('hands over in one change', async () => {
  const { actor, start } = deferred();
  start();
  const states: string[] = [];
  actor.subscribe(() => states.push(actor.getSnapshot()));
  for (const letter of ['x', 'y', 'z']) actor.send(ask(letter));
  await actor.loaded();
  expect(states).toEqual(['XYZ']);
});

it('loads the machine at once for a state that cannot do without it', async () => {
  const { actor, start } = deferred(undefined, (state) => state === 'a');
  start();
  await vi.advanceTimersByTimeAsync(0);
  expect(running).toBe(0);
  actor.send(add('a'));
  await vi.advanceTimersByTimeAsync(0);
  expect(running).toBe(1);
});

it('is a state to wait for', async () => {
  const { actor, start } = deferred();
  start();
  const waiting = waitForState(actor, (state) => state.length > 1);
  actor.send(add('a'));
  actor.send(add('b'));
  expect(await waiting).toBe('ab');
  expect(await waitForState(actor, (state) => state === 'ab')).toBe('ab');
});

describe('a machine that does not arrive', () => {
  function failing(times: number) {
    vi.spyOn(console, 'error').mockReturnValue();
    const load = vi.fn(async () => startMachine);
    for (let time = 0; time < times; time++) load.mockRejectedValueOnce(broken);
    const { actor, start } = deferred(load);
    start();
    return { actor, load };
  }

  it('loses no event, and is retried after a while', async () => {
    const { actor, load } = failing(2);
    actor.send(add('a'));
    actor.send(ask('x'));
    await expect(actor.loaded()).rejects.toThrow(ChunkLoadError);
    expect(actor.getFailure()).toBeInstanceOf(ChunkLoadError);
    actor.send(add('b'));
    expect(actor.getSnapshot()).toBe('ab');
    await vi.advanceTimersByTimeAsync(31_000);
    expect([actor.getSnapshot(), actor.getFailure(), load.mock.calls.length]).toEqual(['abX', undefined, 3]);
  });

  it('is retried with the next event that needs it, and when the device is online again', async () => {
    const { actor, load } = failing(2);
    actor.send(ask('x'));
    await vi.advanceTimersByTimeAsync(1);
    actor.send(ask('y'));
    await vi.advanceTimersByTimeAsync(1);
    expect([load.mock.calls.length, actor.getSnapshot()]).toEqual([2, '']);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1);
    expect([load.mock.calls.length, actor.getSnapshot()]).toEqual([3, 'XY']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([load.mock.calls.length, running]).toEqual([3, 1]);
  });
});

describe('an actor that is stopped', () => {
  it('starts nothing that arrives afterwards', async () => {
    const { actor, start } = deferred();
    const stop = start();
    actor.send(ask('x'));
    stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(running).toBe(0);
  });

  it('continues where it was when it is started again, as in strict mode', async () => {
    const { actor, start } = deferred();
    start()();
    const stop = start();
    actor.send(add('a'));
    actor.send(ask('x'));
    await actor.loaded();
    expect([running, actor.getSnapshot()]).toEqual([1, 'aX']);
    stop();
    expect([running, actor.getSnapshot()]).toEqual([0, 'aX']);
    start();
    actor.send(ask('y'));
    await actor.loaded();
    expect([running, actor.getSnapshot()]).toEqual([1, 'aXY']);
  });
});
