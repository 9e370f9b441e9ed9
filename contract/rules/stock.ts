/** The most pieces that a stock can count: what the column holds. */
export const MOST_STOCK = 2_147_483_647;

/** A stock up to here is low: the shop's product list has a filter for it. */
export const LOW_STOCK = 5;
