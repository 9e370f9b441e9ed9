/** The steps of an order, in their order; the words are the stored and the sent values. Spec section 4. */
export const ORDER_STATUSES = ['Pending', 'Accepted', 'In Transit', 'Delivered'] as const;

export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** What is said when a step is asked of an order that has none left. Spec section 8. */
export const ALREADY_FINAL = 'Order is already at final status.';

/** What a person reads for a status: In Transit is 'Order on the way', the others are their own label. Spec section 4. */
export function orderStatusLabel(status: OrderStatus): string {
  return status === 'In Transit' ? 'Order on the way' : status;
}

/** The style class of a status: lower case with hyphens, e.g. `in-transit`. Spec section 4. */
export function orderStatusClass(status: OrderStatus): string {
  return status.toLowerCase().replaceAll(' ', '-');
}

/** A missing status counts as Pending; an unknown one is undefined. Spec section 4. */
export function readOrderStatus(value: string | null | undefined): OrderStatus | undefined {
  if (value === null || value === undefined || value === '') return 'Pending';
  return ORDER_STATUSES.find((status) => status === value);
}
