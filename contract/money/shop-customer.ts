/** The longest note of a shop about a customer, in characters. */
export const CUSTOMER_NOTE_MAX = 1000;

/** A mobile number of which only the last four digits can be read: enough to distinguish two customers of the same name. */
export const maskedMobile = (mobile: string): string => `••••••${mobile.slice(-4)}`;

/** The message to a customer at a shop that has blocked them. */
export const BLOCKED_MESSAGE = 'This shop does not take orders from your account. Please contact the shop.';
