export const CART_KEY_PREFIX = 'cart_';
export const GUEST = 'guest';

/** Whose cart it is, in which shop; without a user it is the guest's. */
export type CartOwner = { userId: number | undefined; shopSlug: string };

/** Under which key a cart is stored: one per identity and shop, `cart_7_malnad-dairy` or `cart_guest_…`. Spec section 4. */
export function cartKey(userId: number | undefined, shopSlug: string): string {
  return `${CART_KEY_PREFIX}${userId ?? GUEST}_${shopSlug}`;
}

/** Whose cart lies under a key of the storage; undefined for a key that is none of a cart. Spec section 4. */
export function parseCartKey(key: string): CartOwner | undefined {
  const [, identity, shopSlug = ''] = /^cart_(guest|[1-9]\d{0,14})_(.+)$/.exec(key) ?? [];
  if (identity === undefined) return undefined;
  return { userId: identity === GUEST ? undefined : Number(identity), shopSlug };
}

/** Where it is noted that a guest's cart is being poured into the one under `key`; no key of a cart, yet cleared with them. */
export function mergingKey(key: string): string {
  return `${CART_KEY_PREFIX}merging_${key.slice(CART_KEY_PREFIX.length)}`;
}
