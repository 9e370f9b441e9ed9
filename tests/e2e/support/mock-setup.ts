import type { Page } from '@playwright/test';
import type { StatsView } from '../../../contract/money/reports.calls.ts';
import type { SetupView } from '../../../contract/shops/setup.calls.ts';
import { isRequired, SETUP_STEPS, type SetupState } from '../../../contract/shops/setup-steps.ts';

const STATES: Partial<Record<(typeof SETUP_STEPS)[number], SetupState>> = {
  place: 'done',
  phone: 'done',
  poster: 'skipped',
};

/** A shop whose first steps are half done, and which has sold nothing. */
export async function mockSetup(page: Page): Promise<void> {
  const setup: SetupView = {
    steps: SETUP_STEPS.map((id) => ({ id, state: STATES[id] ?? 'open', required: isRequired(id) })),
    products: 0,
    online_payment: false,
    test_order: null,
    closed: false,
  };
  await page.route('**/api/shops/*/setup', (route) => route.fulfill({ json: setup }));
  await page.route('**/api/shops/*/stats', async (route) => {
    const answer = await route.fetch();
    const stats = (await answer.json()) as StatsView;
    const days = stats.days.map((day) => ({ ...day, orders: 0, ordered: 0, received: 0, refunded: 0 }));
    await route.fulfill({ json: { ...stats, days, has_products: false, best_sellers: [], low_stock: [] } });
  });
}
