import { RefusedError } from '@haat/contract/reason';
import { createActor, fromPromise, SimulatedClock, waitFor } from 'xstate';
import { expect, it, vi } from 'vitest';
import { acknowledgementMachine } from './acknowledgement.machine.ts';

function start(send: (seq: number) => Promise<unknown>) {
  const sendAcknowledgement = vi.fn(send);
  const actors = {
    sendAcknowledgement: fromPromise<unknown, { seq: number }>(({ input }) => sendAcknowledgement(input.seq)),
  };
  const clock = new SimulatedClock();
  const actor = createActor(acknowledgementMachine.provide({ actors }), { clock }).start();
  const sent = () => sendAcknowledgement.mock.calls.map(([seq]) => seq);
  return { actor, clock, sent };
}

const settled = (actor: ReturnType<typeof start>['actor']) => waitFor(actor, (state) => state.matches('settled'));

it('sends an acknowledgement once', async () => {
  const { actor, sent } = start(async () => {});
  actor.send({ type: 'acknowledge', seq: 3 });
  await settled(actor);
  actor.send({ type: 'acknowledge', seq: 2 });
  actor.send({ type: 'acknowledge', seq: 3 });
  await settled(actor);
  expect(sent()).toEqual([3]);
});

it('sends a later acknowledgement after the current request', async () => {
  let arrive: () => void = () => {};
  const { actor, sent } = start((seq) =>
    seq === 3 ? new Promise<void>((done) => (arrive = done)) : Promise.resolve(),
  );
  actor.send({ type: 'acknowledge', seq: 3 });
  actor.send({ type: 'acknowledge', seq: 5 });
  expect(sent()).toEqual([3]);
  arrive();
  await settled(actor);
  expect(sent()).toEqual([3, 5]);
});

it('retries until it succeeds, at once when the browser is online again', async () => {
  let isBroken = true;
  const { actor, clock, sent } = start(() => (isBroken ? Promise.reject(new TypeError('line')) : Promise.resolve()));
  const waiting = () => waitFor(actor, (state) => state.matches('waiting'));
  actor.send({ type: 'acknowledge', seq: 3 });
  await waiting();
  clock.increment(1000);
  await waiting();
  clock.increment(1999);
  expect(sent()).toHaveLength(2);
  isBroken = false;
  actor.send({ type: 'online' });
  await settled(actor);
  expect(sent()).toEqual([3, 3, 3]);
});

it('ends when the server rejects the user', async () => {
  const { actor, sent } = start(() => Promise.reject(new RefusedError({ code: 'forbidden' })));
  actor.send({ type: 'acknowledge', seq: 3 });
  await waitFor(actor, (state) => state.matches('refused'));
  expect(sent()).toEqual([3]);
});
