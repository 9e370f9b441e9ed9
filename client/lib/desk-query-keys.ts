/**
 * What the reads behind the counter are filed under. The day book begins as the orders do: what moves those moves it.
 * The figures stand apart: they are read less often.
 */
export const DESK_QUERY_KEYS = {
  figures: (shopId: number) => ['figures', shopId] as const,
  dayBook: (shopId: number) => ['orders', 'shop', shopId, 'day-book'] as const,
  settings: (shopId: number) => ['settings', shopId] as const,
  team: (shopId: number) => ['team', shopId] as const,
  activity: (shopId: number) => ['activity', shopId] as const,
  operatorShops: ['operator', 'shops'] as const,
  operatorPayments: ['operator', 'payments'] as const,
  operatorActivity: ['operator', 'activity'] as const,
};
