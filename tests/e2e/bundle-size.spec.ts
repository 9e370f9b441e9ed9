import { BUDGET, measureBundle, weigh } from '../../tools/app/bundle-sizes.ts';
import { expect, test } from './support/test.ts';

test('stays within the size limits', () => {
  const { initialScript, initialStyle, screens } = measureBundle();
  expect(initialScript, 'gzipped script of the first visit').toBeLessThanOrEqual(BUDGET.initialScript);
  expect(initialScript).toBeGreaterThan(50_000);
  expect(initialStyle, 'gzipped styles').toBeLessThanOrEqual(BUDGET.initialStyle);
  expect(screens.length).toBeGreaterThan(8);
  for (const { name, bytes, limit } of screens) {
    expect(bytes, `gzipped script that ${name} adds`).toBeLessThanOrEqual(limit);
  }
});

for (const [visit, path] of [
  ['landing', '/#/haat/dashboard'],
  ['shop', '/#/nandi-vegetables/products'],
] as const) {
  test(`fetches little on a first visit: ${visit}`, async ({ quietPage: page }) => {
    const scripts = new Set<string>();
    page.on('request', (request) => {
      const [, file] = /\/static\/js\/(.+\.js)$/.exec(request.url()) ?? [];
      if (file) scripts.add(file);
    });
    await page.goto(path, { waitUntil: 'load' });
    await page.waitForTimeout(1500);
    const bytes = weigh(scripts);
    expect(bytes, [...scripts].join(', ')).toBeLessThanOrEqual(BUDGET.firstVisit[visit]);
    expect(bytes).toBeGreaterThan(100_000);
    // It counts what is fetched after the screen is shown, too.
    expect([...scripts].join()).toContain('CustomerNav');
  });
}
