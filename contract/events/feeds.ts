/**
 * A feed is a gap-free, numbered list of notifications for one audience: the team of a shop, or one customer. Streams
 * and sockets resume from it by number.
 */
export type FeedName = `shop:${number}` | `user:${number}`;

export const shopFeed = (shopId: number): FeedName => `shop:${shopId}`;
export const userFeed = (userId: number): FeedName => `user:${userId}`;
