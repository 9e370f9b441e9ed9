import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { cartPopupMachine } from './cart-popup.machine.ts';

function startPopup(count = 0) {
  const clock = new SimulatedClock();
  const popup = createActor(cartPopupMachine, { input: { count }, clock }).start();
  const isVisible = () => popup.getSnapshot().matches('visible');
  return { popup, clock, isVisible };
}

it('appears for 1350 ms when the number of lines changes', () => {
  const { popup, clock, isVisible } = startPopup();
  popup.send({ type: 'lines.counted', count: 1 });
  clock.increment(1349);
  expect(isVisible()).toBe(true);
  clock.increment(1);
  expect(isVisible()).toBe(false);
});

it.each([
  ['the same number', 2, 2],
  ['none', 2, 0],
])('stays away for %s of lines', (_, before, after) => {
  const { popup, isVisible } = startPopup(before);
  popup.send({ type: 'lines.counted', count: after });
  expect(isVisible()).toBe(false);
});

it('appears when a line was removed and others are left', () => {
  const { popup, isVisible } = startPopup(2);
  popup.send({ type: 'lines.counted', count: 1 });
  expect(isVisible()).toBe(true);
});

it('restarts the time with the last change', () => {
  const { popup, clock, isVisible } = startPopup();
  popup.send({ type: 'lines.counted', count: 1 });
  clock.increment(1000);
  popup.send({ type: 'lines.counted', count: 2 });
  clock.increment(1000);
  expect(isVisible()).toBe(true);
});

it('closes with its button, also under the pointer', () => {
  const { popup, isVisible } = startPopup();
  popup.send({ type: 'lines.counted', count: 1 });
  popup.send({ type: 'entered' });
  popup.send({ type: 'closed' });
  expect(isVisible()).toBe(false);
});

it('stays while the pointer or the focus is inside, and while lines change there', () => {
  const { popup, clock, isVisible } = startPopup();
  popup.send({ type: 'lines.counted', count: 2 });
  popup.send({ type: 'entered' });
  clock.increment(10_000);
  popup.send({ type: 'lines.counted', count: 1 });
  clock.increment(10_000);
  expect(isVisible()).toBe(true);
  popup.send({ type: 'left' });
  clock.increment(1350);
  expect(isVisible()).toBe(false);
});

it('hides when the last line is removed', () => {
  const { popup, isVisible } = startPopup();
  popup.send({ type: 'lines.counted', count: 1 });
  popup.send({ type: 'entered' });
  popup.send({ type: 'lines.counted', count: 0 });
  expect(isVisible()).toBe(false);
});
