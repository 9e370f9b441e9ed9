import { PAYMENTS_COURSE as course } from './chaos/course.ts';
import { runSettings } from './chaos/run-settings.ts';
import { withStores } from './chaos/stores.ts';

// npm run chaos:payments [10m] [seed]: customers who pay, are declined, change their minds, close the tab and click twice, at
// providers that fail, with webhooks that get lost, while api and worker are killed with -9. In the end every paisa that the
// providers took must be an order's, given back, or waiting for its order. The seed chooses what happens, not when.
const { ms, seed } = runSettings(process.argv.slice(2), { usualMs: 600_000 });
const isWell = await withStores({ course, seed }, async (stores) => {
  // The settings are read when these are loaded.
  const { runChaos } = await import('./chaos/run-chaos.ts');
  return runChaos({ ...stores, course, ms, seed });
});
process.exitCode = isWell ? 0 : 1;
