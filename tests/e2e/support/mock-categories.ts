import type { Page } from '@playwright/test';
import type { ShopCategoryView, ShopUnitView } from '../../../contract/catalog/categories-and-units.calls.ts';

const LONG = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar'.slice(0, 60);

type Named = { name: string; own?: boolean; products?: number };

const listed = (id: number, { name, own = false, products = 0 }: Named) => ({
  id,
  name,
  own,
  products,
  position: null,
});

const CATEGORIES: readonly ShopCategoryView[] = [
  {
    ...listed(900_001, { name: LONG, own: true, products: 12 }),
    children: [
      listed(900_002, { name: 'XXL', own: true, products: 1_234 }),
      listed(900_003, { name: LONG, own: true }),
    ],
  },
  {
    ...listed(900_004, { name: 'Snacks', products: 3 }),
    children: [listed(900_005, { name: 'Biscuits', products: 3 })],
  },
  { ...listed(900_006, { name: 'Dairy' }), children: [] },
];

const UNITS: readonly ShopUnitView[] = [
  { id: 900_001, name: 'kg', own: false, products: 140 },
  { id: 900_002, name: LONG, own: true, products: 12 },
  { id: 900_003, name: 'dozen', own: false, products: 0 },
];

/** A shop with own categories and units beside the shared ones, with names as long as they get. */
export async function mockCategories(page: Page): Promise<void> {
  await page.route('**/api/shops/*/categories', (route) => route.fulfill({ json: CATEGORIES }));
  await page.route('**/api/shops/*/units', (route) => route.fulfill({ json: UNITS }));
}
