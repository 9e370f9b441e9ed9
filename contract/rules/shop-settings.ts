/** In km: how far a shop may deliver at most. */
export const FARTHEST_REACH_KM = 100;

/** In rupees: what a shop may ask of a delivery at most. */
export const MOST_MINIMUM_ORDER = 100_000;
