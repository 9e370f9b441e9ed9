import type { Page } from '@playwright/test';
import type { OrderView } from '../../../contract/orders/orders.calls.ts';
import type { Texts } from './texts.ts';

/** The latest orders of a list are ready to pick up at a shop that asks for the code, and stay its only ones. */
async function makeReady(page: Page, lists: string, pickup_code: string | null): Promise<void> {
  const ready = { order_status: 'Ready', takeaway: true, asks_code: true, pickup_code } as const;
  let shown: OrderView[] = [];
  await page.route(lists, async (route) => {
    const response = await route.fetch();
    // Other tests order at this shop, too: a card that a dialog belongs to must not leave the list.
    if (shown.length === 0)
      shown = ((await response.json()) as OrderView[]).slice(0, 2).map((order) => ({ ...order, ...ready }));
    await route.fulfill({ response, json: shown });
  });
}

/** The customer is shown the code. */
export const mockPickupCode = (page: Page): Promise<void> => makeReady(page, '**/api/orders/user?*', '0821');

/** The shop asks for it, and has got another one. */
export async function handOverWithWrongCode(page: Page, t: Texts): Promise<void> {
  await page.getByRole('dialog').waitFor();
  await page.getByLabel(t('pickupCode.title')).fill('0000');
  await page.getByRole('button', { name: t('pickupCode.confirm'), exact: true }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
}

export async function mockHandOver(page: Page): Promise<void> {
  await makeReady(page, '**/api/orders/shop/*?*', null);
  const refused = { code: 'pickup_code_wrong', error: 'No', message: 'No' };
  await page.route('**/api/orders/*/status', (route) => route.fulfill({ status: 422, json: refused }));
}
