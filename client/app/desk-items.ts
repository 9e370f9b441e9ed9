import type { TextId } from '../i18n/text-id.ts';

export type DeskItem = { to: string; text: TextId };

/** Where a member of the shop can go behind the counter. Spec section 2, Vendor Tools, and what is ours beside them. */
export function shopItems(shopSlug: string, isShopAdmin: boolean): DeskItem[] {
  return [
    { to: '/vendor/dashboard', text: 'menu.dashboard' },
    { to: `/${shopSlug}/shop-orders`, text: 'menu.shopOrders' },
    { to: `/${shopSlug}/admin/add-product`, text: 'addProduct.title' },
    { to: `/${shopSlug}/admin/products`, text: 'menu.products' },
    { to: `/${shopSlug}/admin/day-book`, text: 'dayBook.title' },
    { to: `/${shopSlug}/admin/import`, text: 'import.title' },
    { to: `/${shopSlug}/admin/settings`, text: 'settings.title' },
    { to: `/${shopSlug}/admin/team`, text: 'team.title' },
    ...(isShopAdmin ? ([{ to: `/${shopSlug}/admin/activity`, text: 'activity.title' }] as const) : []),
  ];
}

/** Where the platform's operator can. */
export const OPERATOR_ITEMS: readonly DeskItem[] = [
  { to: '/operator/shops', text: 'operator.title' },
  { to: '/operator/payments', text: 'operatorPayments.title' },
];
