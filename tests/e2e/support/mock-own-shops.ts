import type { Page } from '@playwright/test';
import type { OwnShopView } from '../../../contract/accounts/auth.calls.ts';
import { BACK_OFFICE } from './accounts.ts';

/** A member of three shops, one of which is suspended and has a name as long as they get. */
export async function mockOwnShops(page: Page): Promise<void> {
  const shop = (id: number, slug: string, name: string): OwnShopView => ({
    id,
    slug,
    name,
    role: 'vendor',
    suspended: false,
    current: slug === BACK_OFFICE,
  });
  const shops = [
    { ...shop(1, 'malnad-dairy', 'Malnad Dairy'), role: 'admin' },
    shop(2, BACK_OFFICE, 'Mysuru Sweets'),
    { ...shop(3, 'long-name', 'Sri Lakshmi Venkateshwara Provision and General Merchants'), suspended: true },
  ];
  await page.route('**/api/auth/shops', (route) => route.fulfill({ json: shops }));
}
