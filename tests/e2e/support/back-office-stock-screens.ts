import { mockPurchases, mockStock } from './mock-stock.ts';
import type { Screen } from './screen.ts';

const SHOP = '/mysuru-sweets';

/** The stock of a shop: counts, purchases and what expires. */
export const BACK_OFFICE_STOCK_SCREENS: readonly Screen[] = [
  {
    name: 'low-stock',
    who: 'admin',
    path: `${SHOP}/admin/stock`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'expiring',
    who: 'vendor',
    path: `${SHOP}/admin/stock/expiring`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'purchases',
    who: 'admin',
    path: `${SHOP}/admin/stock/purchases`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'purchase-booked',
    isState: true,
    who: 'admin',
    path: `${SHOP}/admin/stock/purchases/21`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'purchase-draft',
    who: 'admin',
    path: `${SHOP}/admin/stock/purchases/22`,
    given: mockPurchases,
    act: (page, t) => page.getByRole('button', { name: t('purchase.book') }).waitFor(),
  },
  {
    name: 'purchase-question',
    who: 'admin',
    path: `${SHOP}/admin/stock/purchases/22`,
    given: mockPurchases,
    act: async (page, t) => {
      await page.getByRole('button', { name: t('purchase.book') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'write-off',
    who: 'vendor',
    path: `${SHOP}/admin/stock/expiring`,
    given: mockPurchases,
    act: (page) => page.getByRole('table').getByRole('button').first().click(),
  },
  {
    name: 'stock-takes',
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'stock-take',
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes/12`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'stock-take-finish',
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes/12`,
    given: mockStock,
    act: (page, t) => page.getByRole('button', { name: t('stockTake.finish') }).click(),
  },
  {
    name: 'stock-take-finished',
    isState: true,
    who: 'vendor',
    path: `${SHOP}/admin/stock/takes/11`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'stock-history',
    who: 'vendor',
    path: `${SHOP}/admin/stock/variants/7`,
    given: mockStock,
    act: (page) => page.getByRole('table').waitFor(),
  },
  {
    name: 'stock-by-weight',
    who: 'vendor',
    path: `${SHOP}/admin/stock/variants/7`,
    given: mockStock,
    act: (page, t) => page.getByRole('button', { name: t('stock.keepByWeight') }).click(),
  },
];
