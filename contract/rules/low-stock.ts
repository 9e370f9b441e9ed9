/** From how many pieces on a shop should order more: as many as are left now, or fewer. */
export const LOW_STOCK = 5;
