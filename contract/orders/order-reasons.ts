/** Who changes an order. The clock ends whatever is not answered in time. */
export const ORDER_ACTORS = ['customer', 'shop', 'operator', 'clock'] as const;
export type OrderActor = (typeof ORDER_ACTORS)[number];

/** Why a shop declines an order, or cancels one that it has accepted. */
export const SHOP_REASONS = [
  'item_unavailable',
  'too_busy',
  'closing',
  'cannot_deliver_there',
  'suspected_mistake',
  'not_collected',
  'other',
] as const;

/** Why a shop declines an order: it cannot have been collected yet. */
export const DECLINE_REASONS = SHOP_REASONS.filter((reason) => reason !== 'not_collected');

/** Why a customer cancels an order. */
export const CUSTOMER_REASONS = ['ordered_by_mistake', 'too_late', 'changed_my_mind', 'other'] as const;

/** The states of a customer's request to cancel an accepted order. */
export const CANCELLATION_STATES = ['open', 'granted', 'refused'] as const;
export type CancellationState = (typeof CANCELLATION_STATES)[number];

/** How long the shop can answer it; without an answer it is refused. */
export const CANCELLATION_ANSWER_MINUTES = 10;

/** Why an order is returned to its shop. */
export const RETURN_REASONS = ['nobody_there', 'wrong_address', 'refused', 'damaged'] as const;

export type OrderReason =
  (typeof SHOP_REASONS)[number] | (typeof CUSTOMER_REASONS)[number] | (typeof RETURN_REASONS)[number];

/** All reasons. */
export const ORDER_REASONS = [...new Set<OrderReason>([...SHOP_REASONS, ...CUSTOMER_REASONS, ...RETURN_REASONS])] as [
  OrderReason,
  ...OrderReason[],
];

/** The longest text that may be given with a reason. */
export const REASON_TEXT_MAX = 500;
