import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import {
  type PushConfig,
  type PushPermission,
  type PushSupport,
  type PushTokenEvent,
  pushTokenMachine,
  stateFor,
} from './push-token.machine.ts';

const DAY_MS = 86_400_000;
const config = { apiKey: 'k', appId: 'a', projectId: 'p', messagingSenderId: '1', vapidKey: 'v' };
const ABLE: PushSupport = { config, ability: 'able', permission: 'default' };

const never = () => new Promise<undefined>(() => {});

type Configured = { config: PushConfig | undefined };
type Device = {
  support: PushSupport;
  /** The user's answer to the browser's question. */
  answer: PushPermission;
  isOnline: boolean;
  hasWorker: boolean;
  canDelete: boolean;
  calls: string[];
};

function start(changes: Partial<Device> = {}) {
  const able = { support: ABLE, answer: 'granted', isOnline: true, hasWorker: true, canDelete: true } as const;
  const device: Device = { ...able, calls: [], ...changes };
  const call = async <Answer>(name: string, answer: Answer): Promise<Answer> => {
    device.calls.push(name);
    if (!device.isOnline) throw new TypeError('line');
    return answer;
  };
  let sendEvent: (event: PushTokenEvent) => void = () => {};
  const actors = {
    checkSupport: fromPromise(() => call('check', device.support)),
    watchPermission: fromCallback<PushTokenEvent>(({ sendBack }) => {
      sendEvent = sendBack;
      return () => (sendEvent = () => {});
    }),
    askPermission: fromPromise<unknown>(async () => {
      device.calls.push('ask');
      device.support = { ...device.support, permission: device.answer };
    }),
    awaitWorker: fromPromise<unknown>(() => (device.hasWorker ? call('await', undefined) : never())),
    fetchToken: fromPromise<string, Configured>(({ input }) => call(`fetch of ${input.config?.projectId}`, 'a-token')),
    saveToken: fromPromise<number, { token: string }>(({ input }) => call(`save ${input.token}`, 1000)),
    deleteToken: fromPromise<unknown, Configured>(() => (device.canDelete ? call('forget', undefined) : never())),
  };
  const clock = new SimulatedClock();
  const actor = createActor(pushTokenMachine.provide({ actors }), { clock }).start();
  const reach = (state: string) => waitFor(actor, ({ value }) => JSON.stringify(value).includes(`"${state}"`));
  return { actor, clock, device, reach, sendEvent: (event: PushTokenEvent) => sendEvent(event) };
}

type Started = ReturnType<typeof start>;
const signIn = ({ actor }: Started, userId = '7') => actor.send({ type: 'signedIn', userId });

const granted = { support: { ...ABLE, permission: 'granted' } } as const;

describe('at the start', () => {
  it.each<[string, Partial<PushSupport>]>([
    ['notConfigured', { config: null, permission: 'granted' }],
    ['unsupported', { ability: 'unable' }],
    ['notInstalled', { ability: 'afterInstall' }],
    ['blocked', { permission: 'denied' }],
    ['askable', {}],
  ])('comes to rest in %s without asking or fetching anything', async (state, changes) => {
    const all = start({ support: { ...ABLE, ...changes } });
    signIn(all);
    await all.reach(state);
    expect(all.device.calls).toEqual(['check']);
  });

  it('fetches and saves the token where permission is granted already', async () => {
    const all = start(granted);
    signIn(all);
    await all.reach('saved');
    expect(all.device.calls).toEqual(['check', 'await', 'fetch of p', 'save a-token']);
    expect(all.actor.getSnapshot().context).toMatchObject({ savedAt: 1000, hasAsked: false });
  });

  it('does it once per user', async () => {
    const all = start(granted);
    signIn(all);
    await all.reach('saved');
    signIn(all);
    expect(all.actor.getSnapshot().matches({ signedIn: 'saved' })).toBe(true);
    signIn(all, '8');
    await all.reach('saved');
    expect(all.device.calls.filter((name) => name === 'save a-token')).toHaveLength(2);
  });
});

describe('when the user asks for it', () => {
  it('asks the browser, and saves the token once it is permitted', async () => {
    const all = start();
    signIn(all);
    await all.reach('askable');
    all.actor.send({ type: 'asked' });
    expect(all.actor.getSnapshot().hasTag('busy')).toBe(true);
    // The browser reports the answer twice.
    all.sendEvent({ type: 'permission.changed' });
    await all.reach('saved');
    expect(all.device.calls).toEqual(['check', 'ask', 'check', 'await', 'fetch of p', 'save a-token']);
    expect(all.actor.getSnapshot().context.hasAsked).toBe(true);
  });

  it.each([
    ['denied', 'blocked'],
    ['default', 'askable'],
  ] as const)('fetches nothing after %s', async (answer, state) => {
    const all = start({ answer });
    signIn(all);
    await all.reach('askable');
    all.actor.send({ type: 'asked' });
    await all.reach('checking');
    await all.reach(state);
    expect(all.device.calls).toEqual(['check', 'ask', 'check']);
  });

  it('follows changes in the settings of the browser', async () => {
    const all = start({ support: { ...ABLE, permission: 'denied' } });
    signIn(all);
    await all.reach('blocked');
    all.device.support = granted.support;
    all.sendEvent({ type: 'permission.changed' });
    await all.reach('saved');
    all.device.support = { ...ABLE, permission: 'denied' };
    all.sendEvent({ type: 'permission.changed' });
    await all.reach('blocked');
  });
});

describe('over time', () => {
  it('waits ten seconds for the service worker, and retries later', async () => {
    const all = start({ ...granted, hasWorker: false });
    signIn(all);
    await all.reach('awaitingWorker');
    all.clock.increment(9_999);
    expect(all.actor.getSnapshot().matches({ signedIn: { registering: 'awaitingWorker' } })).toBe(true);
    all.clock.increment(1);
    await all.reach('failed');
    all.device.hasWorker = true;
    all.clock.increment(10_000);
    await all.reach('saved');
  });

  it('fetches and saves the token again after seven days', async () => {
    const all = start(granted);
    signIn(all);
    await all.reach('saved');
    all.device.calls = [];
    all.clock.increment(7 * DAY_MS - 1);
    expect(all.device.calls).toEqual([]);
    all.clock.increment(1);
    await all.reach('saved');
    expect(all.device.calls).toEqual(['check', 'await', 'fetch of p', 'save a-token']);
  });

  it('retries with growing delays, and at once when the connection is restored', async () => {
    const all = start({ ...granted, isOnline: false });
    signIn(all);
    for (const wait of [10_000, 60_000, 300_000, 900_000, 3_600_000, 3_600_000]) {
      await all.reach('failed');
      all.clock.increment(wait - 1);
      expect(all.actor.getSnapshot().matches({ signedIn: 'failed' })).toBe(true);
      all.clock.increment(1);
    }
    await all.reach('failed');
    all.device.isOnline = true;
    all.actor.send({ type: 'connection.restored' });
    await all.reach('saved');
    expect(all.actor.getSnapshot().context.attempt).toBe(0);
  });
});

describe('with the end of the session', () => {
  it('deletes the token of this device, and the user', async () => {
    const all = start(granted);
    signIn(all);
    await all.reach('saved');
    all.actor.send({ type: 'signedOut' });
    await all.reach('signedOut');
    expect(all.device.calls.at(-1)).toBe('forget');
    expect(all.actor.getSnapshot().context).toMatchObject({ userId: undefined, token: '', savedAt: undefined });
  });

  it('makes the next user wait until the token is deleted, for ten seconds at most', async () => {
    const all = start({ ...granted, canDelete: false });
    signIn(all);
    await all.reach('saved');
    all.actor.send({ type: 'signedOut' });
    signIn(all, '8');
    all.clock.increment(9_999);
    expect(all.actor.getSnapshot().value).toBe('deletingToken');
    all.clock.increment(1);
    await all.reach('saved');
    expect(all.actor.getSnapshot().context.userId).toBe('8');
  });

  it('ends, though the push service cannot be reached', async () => {
    const all = start(granted);
    signIn(all);
    await all.reach('saved');
    all.device.isOnline = false;
    all.actor.send({ type: 'signedOut' });
    await all.reach('signedOut');
  });
});

it('never registers without permission, in any order of events', async () => {
  const happening = fc.constantFrom<PushTokenEvent | 'denied' | 'granted' | 'default' | 'offline' | 'online' | number>(
    { type: 'signedIn', userId: '7' },
    { type: 'signedIn', userId: '8' },
    { type: 'signedOut' },
    { type: 'asked' },
    { type: 'permission.changed' },
    { type: 'connection.restored' },
    'denied',
    'granted',
    'default',
    'offline',
    'online',
    10_000,
    7 * DAY_MS,
  );
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
      const { actor, clock, device, sendEvent } = start();
      for (const each of happenings) {
        if (each === 'offline' || each === 'online') device.isOnline = each === 'online';
        else if (typeof each === 'string') device.support = { ...device.support, permission: each };
        else if (typeof each === 'number') clock.increment(each);
        else if (each.type === 'permission.changed') sendEvent(each);
        else actor.send(each);
        const before = device.calls.length;
        await new Promise((done) => setImmediate(done));
        const now = actor.getSnapshot();
        // A token is fetched only if the last check found the permission, and requested only by a tap.
        if (device.calls.slice(before).includes('fetch of p')) expect(stateFor(device.support)).toBe('registering');
        if (now.matches('signedOut')) expect(now.context).toMatchObject({ userId: undefined, token: '' });
        if (now.matches({ signedIn: 'saved' })) expect(now.context.userId).toMatch(/7|8/);
      }
      const asked = happenings.filter((each) => typeof each === 'object' && each.type === 'asked');
      expect(device.calls.filter((name) => name === 'ask').length).toBeLessThanOrEqual(asked.length);
    }),
    { numRuns: 100 },
  );
});
