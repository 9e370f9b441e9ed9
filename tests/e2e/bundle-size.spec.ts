import { BUDGET, measureBundle } from '../../tools/app/bundle-sizes.ts';
import { expect, test } from './support/test.ts';

test('stays within the size limits', () => {
  const { initialScript, initialStyle, machines, screens } = measureBundle();
  expect(initialScript, 'gzipped script of the first visit').toBeLessThanOrEqual(BUDGET.initialScript);
  expect(initialScript).toBeGreaterThan(50_000);
  expect(initialStyle, 'gzipped styles').toBeLessThanOrEqual(BUDGET.initialStyle);
  expect(machines, 'gzipped script of the machines').toBeLessThanOrEqual(BUDGET.machines);
  expect(machines).toBeGreaterThan(10_000);
  expect(screens.length).toBeGreaterThan(8);
  for (const { name, bytes, limit } of screens) {
    expect(bytes, `gzipped script that ${name} adds`).toBeLessThanOrEqual(limit);
  }
});
