/**
 * The query keys of the back office. The keys of cash report and reports start with the key of the orders, so that all are
 * invalidated together. The stats have their own key: they are refetched less often.
 */
export const BACK_OFFICE_QUERY_KEYS = {
  /** The prefix for the orders of all shops: an operator may view another shop than the one whose feed is open. */
  allShopOrders: ['orders', 'shop'] as const,
  allStats: ['stats'] as const,
  stats: (shopId: number) => ['stats', shopId] as const,
  cashReport: (shopId: number) => ['orders', 'shop', shopId, 'cash-report'] as const,
  /** Begins with the key of the orders, too. */
  customers: (shopId: number) => ['orders', 'shop', shopId, 'customers'] as const,
  /** Begins with the key of the orders, too. */
  counterSales: (shopId: number) => ['orders', 'shop', shopId, 'counter-sales'] as const,
  counterItems: (shopId: number) => ['counter-items', shopId] as const,
  /** Begins with the key of the settings, so that both are invalidated together. */
  receiptShop: (shopId: number) => ['settings', shopId, 'receipts'] as const,
  moneyReport: (shopId: number) => ['orders', 'shop', shopId, 'money-report'] as const,
  settings: (shopId: number) => ['/api/shops/:shopId/settings', `/api/shops/${shopId}/settings`] as const,
  setup: (shopId: number) => ['setup', shopId] as const,
  team: (shopId: number) => ['team', shopId] as const,
  devices: (shopId: number) => ['devices', shopId] as const,
  sharedDevice: (_shopId: number) => ['/api/shared-device'] as const,
  activity: (_shopId: number) => ['/api/shops/:shopId/activity'] as const,
  announcements: ['announcements'] as const,
  operatorAnnouncements: ['operator', 'announcements'] as const,
  operatorShops: ['operator', 'shops'] as const,
  operatorApplications: ['operator', 'applications'] as const,
  operatorOrders: ['operator', 'orders'] as const,
  operatorPayments: ['operator', 'payments'] as const,
  operatorAccounts: ['operator', 'accounts'] as const,
  operatorCatalog: ['operator', 'catalog'] as const,
  operatorActivity: ['operator', 'activity'] as const,
};
