import { RefusedError } from '@haat/contract/reason';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { expect, it } from 'vitest';
import { offlineQueueMachine, type QueuedAction } from './offline-queue.machine.ts';

const action = (id: string, subject = id): QueuedAction => ({
  id,
  subject,
  at: '2026-11-25T09:00:00Z',
  call: 'x',
  label: id,
});

/** A queue whose stored content is a list of the test; `answer` gives the server's answer to an action. */
function start(answer: (sent: QueuedAction, attempt: number) => Promise<unknown>) {
  const sent: QueuedAction[] = [];
  let stored: QueuedAction[] = [];
  const machine = offlineQueueMachine.provide({
    actors: {
      sendAction: fromPromise<unknown, QueuedAction>(({ input }) => {
        sent.push(input);
        return answer(input, sent.filter(({ id }) => id === input.id).length);
      }),
    },
    actions: {
      removeStored: (_, { id }) => void (stored = stored.filter((each) => each.id !== id)),
      replaceStored: (_, changed) => void (stored = stored.map((each) => (each.id === changed.id ? changed : each))),
    },
  });
  const clock = new SimulatedClock();
  const actor = createActor(machine, { clock }).start();
  const queue = (...actions: QueuedAction[]) => {
    stored = [...stored, ...actions];
    actor.send({ type: 'changed', actions: stored });
  };
  const reaches = (state: 'online' | 'waiting' | 'needsChoice') => waitFor(actor, (at) => at.matches(state));
  return {
    actor,
    clock,
    queue,
    reaches,
    sent: () => sent.map(({ id }) => id),
    bodies: () => sent.map((each) => each.body),
    stored: () => stored,
  };
}

const refuse = (code: 'edit_conflict' | 'forbidden' | 'internal' | 'unauthenticated', body?: object) =>
  Promise.reject(Object.assign(new RefusedError({ code }), { body }));
const noConnection = () => Promise.reject(new TypeError('Failed to fetch'));

it('sends each change once, in the order in which they were made', async () => {
  const { queue, reaches, sent, stored } = start(() => Promise.resolve());
  queue(action('a'), action('b'));
  queue(action('c'));
  await reaches('online');
  expect([sent(), stored()]).toEqual([['a', 'b', 'c'], []]);
});

it('waits for a connection and then sends from where it was, with no change skipped', async () => {
  let isOffline = true;
  const { actor, queue, reaches, sent, stored } = start(() => (isOffline ? noConnection() : Promise.resolve()));
  queue(action('a'));
  await reaches('waiting');
  queue(action('b'));
  expect(sent()).toEqual(['a']);
  isOffline = false;
  actor.send({ type: 'online' });
  await reaches('online');
  expect([sent(), stored()]).toEqual([['a', 'a', 'b'], []]);
});

it('tries again automatically, at longer and longer intervals', async () => {
  const { clock, queue, reaches, sent } = start(noConnection);
  queue(action('a'));
  await reaches('waiting');
  clock.increment(1000);
  await reaches('waiting');
  clock.increment(1999);
  expect(sent()).toHaveLength(2);
  clock.increment(1);
  await reaches('waiting');
  expect(sent()).toHaveLength(3);
});

it('keeps a refused change for a choice, with what the server answered, and sends the others', async () => {
  const { queue, reaches, sent, stored } = start(({ id }) =>
    id === 'a' ? refuse('edit_conflict', { current: 5 }) : Promise.resolve(),
  );
  queue(action('a', 'price'), action('b', 'price'), action('c'));
  await reaches('needsChoice');
  // The second change of the price builds on the first.
  expect(sent()).toEqual(['a', 'c']);
  expect(stored().map(({ id, refusal }) => [id, refusal])).toEqual([
    ['a', { reason: { code: 'edit_conflict' }, body: { current: 5 } }],
    ['b', undefined],
  ]);
});

it('sends a refused change again in its place, with the body of the choice', async () => {
  const { actor, queue, reaches, sent, bodies, stored } = start((_, attempt) =>
    attempt === 1 ? refuse('edit_conflict') : Promise.resolve(),
  );
  queue({ ...action('a', 'price'), body: { price: 3, seen: 2 } });
  await reaches('needsChoice');
  queue(action('b', 'price'));
  actor.send({ type: 'repeat', id: 'a', body: { price: 3, seen: 5 } });
  await waitFor(actor, ({ context }) => context.actions[0]?.id === 'b' && context.actions[0].refusal !== undefined);
  expect(sent()).toEqual(['a', 'a', 'b']);
  expect(bodies()).toEqual([{ price: 3, seen: 2 }, { price: 3, seen: 5 }, undefined]);
  expect(stored().map(({ id }) => id)).toEqual(['b']);
});

it('drops a refused change by choice, and continues with what waited behind it', async () => {
  const { actor, queue, reaches, sent, stored } = start(({ id }) =>
    id === 'a' ? refuse('forbidden') : Promise.resolve(),
  );
  queue(action('a', 'order'), action('b', 'order'));
  await reaches('needsChoice');
  actor.send({ type: 'drop', id: 'a' });
  await reaches('online');
  expect([sent(), stored()]).toEqual([['a', 'b'], []]);
});

it('waits for the login when the session has ended', async () => {
  const { queue, reaches, stored } = start(() => refuse('unauthenticated'));
  queue(action('a'));
  await reaches('waiting');
  expect(stored().map(({ refusal }) => refusal)).toEqual([undefined]);
});

it('asks after some attempts what to do with a change that makes the server fail', async () => {
  const { actor, queue, reaches, sent } = start(() => refuse('internal'));
  queue(action('a'));
  for (let attempt = 1; attempt < 4; attempt++) {
    await reaches('waiting');
    actor.send({ type: 'online' });
  }
  await reaches('needsChoice');
  expect(sent()).toHaveLength(4);
});
