/** The actions of the activity logs of shops and operators. The list is closed, so that each action has a text on the screen. */
export const ACTIVITY_ACTIONS = [
  'product.added',
  'product.changed',
  'product.removed',
  'product.restored',
  'stock.changed',
  'products.imported',
  'category.added',
  'unit.added',
  'settings.changed',
  'shop.paused',
  'shop.opened',
  'shop.not_responding',
  'picture.changed',
  'picture.removed',
  'member.invited',
  'member.joined',
  'member.changed',
  'member.left',
  'member.removed',
  'order.advanced',
  'order.refunded',
  'shop.created',
  'shop.suspended',
  'shop.resumed',
  'account.blocked',
  'account.unblocked',
  'catalog.added',
  'catalog.changed',
  'catalog.hidden',
  'catalog.shown',
] as const;
export type ActivityAction = (typeof ACTIVITY_ACTIONS)[number];

/** What an activity is about: the part of its name before the dot. */
export const ACTIVITY_KINDS = [
  'product',
  'products',
  'stock',
  'category',
  'unit',
  'settings',
  'picture',
  'shop',
  'member',
  'order',
] as const;
export type ActivityKind = (typeof ACTIVITY_KINDS)[number];
