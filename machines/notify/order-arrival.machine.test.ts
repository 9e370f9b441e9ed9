import { createActor, SimulatedClock } from 'xstate';
import { expect, it } from 'vitest';
import { orderArrivalMachine } from './order-arrival.machine.ts';

function start() {
  const clock = new SimulatedClock();
  const actor = createActor(orderArrivalMachine, { clock }).start();
  return { actor, clock, state: () => actor.getSnapshot().value };
}

it('says nothing of a short interruption, and that the connection is lost after five seconds', () => {
  const { actor, clock, state } = start();
  actor.send({ type: 'live' });
  actor.send({ type: 'interrupted' });
  clock.increment(4999);
  // Trying again does not restart the wait.
  actor.send({ type: 'interrupted' });
  expect(state()).toBe('connecting');
  clock.increment(1);
  expect(state()).toBe('lost');
  actor.send({ type: 'interrupted' });
  expect(state()).toBe('lost');
  actor.send({ type: 'live' });
  expect(state()).toBe('live');
});

it('is offline at once where the device has no connection, and connects when it is back', () => {
  const { actor, state } = start();
  actor.send({ type: 'live' });
  actor.send({ type: 'offline' });
  expect(state()).toBe('offline');
  actor.send({ type: 'online' });
  expect(state()).toBe('connecting');
});

it('is replaced until it is live again, also after the device was offline', () => {
  const { actor, clock, state } = start();
  actor.send({ type: 'live' });
  actor.send({ type: 'replaced' });
  clock.increment(60_000);
  expect(state()).toBe('replaced');
  actor.send({ type: 'offline' });
  actor.send({ type: 'online' });
  actor.send({ type: 'replaced' });
  expect(state()).toBe('replaced');
  actor.send({ type: 'live' });
  expect(state()).toBe('live');
});
