import { expect, it } from 'vitest';
import { createRefetcher } from './use-shop-orders-live.ts';

it('reads once more for all that was asked for during a reading, and continues after a failure', async () => {
  const readings: PromiseWithResolvers<void>[] = [];
  const again = createRefetcher(() => {
    readings.push(Promise.withResolvers());
    return readings.at(-1)!.promise;
  });
  const settle = () => new Promise((done) => setTimeout(done));
  again();
  again();
  again();
  expect(readings).toHaveLength(1);
  readings[0]?.resolve();
  await settle();
  expect(readings).toHaveLength(2);
  readings[1]?.reject(new Error('line'));
  await settle();
  again();
  expect(readings).toHaveLength(3);
});
