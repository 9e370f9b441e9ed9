// The statuses of calls that many share, for the identities in their order.

/** Every user's, for their own data. */
export const OWN = '401 200 200 200 200 200 200 401 401 200 200';
export const OF_OPERATOR = '401 403 403 403 403 403 200 401 401 403 403';
export const OF_ADMINS = '401 403 403 403 403 200 200 401 401 403 403';
/** Vendors and admins of the shop. */
export const OF_VENDORS = '401 403 403 200 403 200 200 401 401 403 403';
/** The same, and helpers. */
export const OF_STOCK = '401 403 403 200 403 200 200 401 401 200 403';
