/**
 * What the reads behind the counter are filed under. Figures and day book begin as
 * the orders do: what moves those moves them.
 */
export const DESK_QUERY_KEYS = {
  figures: (shopId: number) => ['orders', 'shop', shopId, 'figures'] as const,
  dayBook: (shopId: number) => ['orders', 'shop', shopId, 'day-book'] as const,
  settings: (shopId: number) => ['settings', shopId] as const,
  team: (shopId: number) => ['team', shopId] as const,
  activity: (shopId: number) => ['activity', shopId] as const,
  operatorShops: ['operator', 'shops'] as const,
  operatorActivity: ['operator', 'activity'] as const,
};
