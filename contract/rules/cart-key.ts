export const CART_KEY_PREFIX = 'cart_';
export const GUEST = 'guest';

/** Under which key a cart is stored: one per identity and shop, `cart_7_malnad-dairy` or `cart_guest_…`. Spec section 4. */
export function cartKey(userId: number | undefined, shopSlug: string): string {
  return `${CART_KEY_PREFIX}${userId ?? GUEST}_${shopSlug}`;
}
