/** The most pieces that a stock can count: what the column holds. */
export const MOST_STOCK = 2_147_483_647;
