import type { Page } from '@playwright/test';
import type { Screen } from './screen.ts';

const SHOP = '/mysuru-sweets';

/** A price that was changed by others meanwhile, and a second change of it that waits behind the first one. */
async function storeChanges(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const [, claims = ''] = (localStorage.getItem('authToken') ?? '').split('.');
    if (claims === '') return;
    const { sub, shop_id: shopId } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/'))) as {
      sub: string;
      shop_id: number;
    };
    const price = (id: string, value: number) => ({
      id,
      at: '2026-11-21T05:00:00.000Z',
      call: 'setPrice',
      params: { id: 5 },
      body: { price: value, seen: 110 },
      label: `मैसूर पाक, 250 g: ₹${value}.00`,
      subject: 'variant:5:price',
    });
    const refusal = {
      reason: { code: 'edit_conflict', text: 'The price has changed in the meantime. Please review it.' },
      body: { current: { variants: [{ id: 5, price: 115 }] } },
    };
    const stored = [{ ...price('first', 120), refusal }, price('second', 125)];
    localStorage.setItem(`offlineQueue_${sub}_${shopId}`, JSON.stringify(stored));
  });
}

/** What a member sees without a connection. */
export const OFFLINE_SCREENS: readonly Screen[] = [
  {
    name: 'waiting-changes',
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    given: storeChanges,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('queue.decide') }).click();
      await page.getByRole('dialog', { name: t('queue.title') }).waitFor();
    },
  },
  {
    name: 'logout-waiting-changes',
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    given: storeChanges,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('menu.account') }).click();
      await page.getByRole('button', { name: t('menu.logout') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'products-offline',
    isState: true,
    isFeedBroken: true,
    who: 'vendor',
    path: `${SHOP}/admin/products`,
    allowsConsoleErrors: true,
    act: async (page, t) => {
      await page.getByRole('rowgroup').nth(1).waitFor();
      await page.context().setOffline(true);
      await page.getByLabel(t('productList.search')).fill('a');
      const [answered = ''] = t('productList.foundAmong', { count: 24 }).split('24');
      await page.getByText(answered.trim()).waitFor();
      await page.getByText(t('counter.offline')).waitFor();
    },
  },
  {
    name: 'counter-offline',
    isState: true,
    isFeedBroken: true,
    who: 'vendor',
    path: `${SHOP}/shop-orders`,
    allowsConsoleErrors: true,
    act: async (page, t) => {
      await page.context().setOffline(true);
      await page.getByText(t('counter.offline')).waitFor();
    },
  },
];
