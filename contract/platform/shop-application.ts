/** The states of an application for a shop. Only a submitted one is open; all others are final. */
export const APPLICATION_STATES = ['submitted', 'approved', 'declined', 'withdrawn'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

/** How many open applications one person may have. */
export const MAX_OPEN_APPLICATIONS = 3;

/** The types of shop that an applicant chooses from, each with the words that the shop then has for its trade; null for none. */
export const TRADES = {
  groceries: 'General store',
  vegetables: 'Vegetables and fruit',
  dairy: 'Dairy',
  bakery: 'Bakery',
  sweets: 'Sweets and namkeen',
  meals: 'Restaurant and tiffin',
  fish: 'Fish and meat',
  pharmacy: 'Pharmacy',
  stationery: 'Stationery and books',
  electricals: 'Electrical and hardware',
  flowers: 'Flowers and pooja goods',
  clothes: 'Clothes',
  other: null,
} as const;
export type Trade = keyof typeof TRADES;
export const TRADE_IDS = Object.keys(TRADES) as Trade[];
