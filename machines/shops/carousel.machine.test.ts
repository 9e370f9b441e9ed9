import { expect, it } from 'vitest';
import { createActor, SimulatedClock } from 'xstate';
import { carouselMachine } from './carousel.machine.ts';

function startCarousel(count = 3, reducedMotion = false) {
  const clock = new SimulatedClock();
  const carousel = createActor(carouselMachine, { input: { count, reducedMotion }, clock }).start();
  const index = () => carousel.getSnapshot().context.index;
  const steps = (many: number) => {
    for (let step = 0; step < many; step++) clock.increment(3000);
    return index();
  };
  return { carousel, clock, index, steps };
}

it('advances every 3000 ms, and from the last to the first', () => {
  const { clock, index, steps } = startCarousel();
  clock.increment(2999);
  expect(index()).toBe(0);
  clock.increment(1);
  expect(index()).toBe(1);
  expect(steps(2)).toBe(0);
});

it('waits while the pointer is over it', () => {
  const { carousel, steps } = startCarousel();
  carousel.send({ type: 'entered' });
  expect(steps(5)).toBe(0);
  carousel.send({ type: 'left' });
  expect(steps(1)).toBe(1);
});

it('waits while the user searches, also when the pointer crosses it meanwhile', () => {
  const { carousel, steps } = startCarousel();
  carousel.send({ type: 'search.changed', isSearching: true });
  expect(steps(5)).toBe(0);
  carousel.send({ type: 'entered' });
  carousel.send({ type: 'left' });
  expect(steps(5)).toBe(0);
  carousel.send({ type: 'search.changed', isSearching: false });
  expect(steps(1)).toBe(1);
});

it('is not started by a search that ends', () => {
  const { carousel, steps } = startCarousel();
  carousel.send({ type: 'toggled' });
  carousel.send({ type: 'search.changed', isSearching: true });
  carousel.send({ type: 'search.changed', isSearching: false });
  expect(steps(5)).toBe(0);
});

it('stays at the card that the user chose', () => {
  const { carousel, steps } = startCarousel();
  carousel.send({ type: 'went', index: 2 });
  carousel.send({ type: 'left' });
  expect(steps(5)).toBe(2);
});

it('never shows a card that does not exist', () => {
  const { carousel, index } = startCarousel();
  carousel.send({ type: 'went', index: 7 });
  expect(index()).toBe(2);
  carousel.send({ type: 'went', index: -1 });
  expect(index()).toBe(0);
});

it('is stopped and started by its button', () => {
  const { carousel, steps } = startCarousel();
  carousel.send({ type: 'toggled' });
  expect(steps(3)).toBe(0);
  carousel.send({ type: 'toggled' });
  expect(steps(1)).toBe(1);
});

it('does not move automatically with reduced motion', () => {
  expect(startCarousel(3, true).steps(5)).toBe(0);
});

it('follows the number of cards', () => {
  const { carousel, index, steps } = startCarousel(1);
  expect(steps(2)).toBe(0);
  carousel.send({ type: 'counted', count: 3 });
  expect(steps(2)).toBe(2);
  carousel.send({ type: 'counted', count: 2 });
  expect(index()).toBe(1);
});
