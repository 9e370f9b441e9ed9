import { PAYMENTS_SCENARIO as scenario, runSettings } from './scenario.ts';
import { withEnvironment } from './environment.ts';

// npm run chaos:payments [10m] [seed]: customers who pay, are declined, change their minds, close the tab and click twice, at
// providers that fail, with webhooks that get lost, and shops that end, change and refund their orders, while api and worker are
// killed with -9. In the end every paisa that the providers took must be an order's, given back, or waiting for its order. The seed
// chooses what happens, not when.
const { ms, seed } = runSettings(process.argv.slice(2), { usualMs: 600_000 });
const isWell = await withEnvironment({ scenario, seed }, async (stores) => {
  // The settings are read when these are loaded.
  const { runChaos } = await import('./run-chaos.ts');
  return runChaos({ ...stores, scenario, ms, seed });
});
process.exitCode = isWell ? 0 : 1;
