/** Whether the shop with the id `shopId` has blocked the account `userId`. */
export const isBlockedAt = (shopId: string, userId: string): string =>
  `EXISTS (SELECT FROM shop_customers c WHERE c.shop_id = ${shopId} AND c.user_id = ${userId} AND c.blocked_at IS NOT NULL)`;
