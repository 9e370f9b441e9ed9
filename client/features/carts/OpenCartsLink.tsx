import { Link } from 'react-router-dom';
import { cartKey, parseCartKey, type Cart, cartLineCount, mergeCarts } from '@haat/contract/rules/cart';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { listCartKeys, loadCart, removeCart } from '../cart/cart-storage.ts';

/** Leads to the open carts, where there are any. */
export function OpenCartsLink() {
  const t = useText();
  const { userId } = useSession();
  const count = listOpenCarts(userId).length;
  if (count === 0) return null;
  return (
    <Link to="/carts" className={buttonClass('secondary')}>
      {t('landing.carts', { count })}
    </Link>
  );
}

/** A cart that waits in a shop; `key` is where this identity keeps it. */
export type OpenCart = { shopSlug: string; key: string; cart: Cart };

/**
 * The carts of this identity in all shops, by their slugs. A signed-in user's carts include the guest carts of this browser,
 * which are merged when the shop is visited.
 */
export function listOpenCarts(userId: number | undefined): OpenCart[] {
  const slugs = listCartKeys()
    .flatMap((key) => parseCartKey(key) ?? [])
    .filter((owner) => owner.userId === undefined || owner.userId === userId)
    .map(({ shopSlug }) => shopSlug);
  return [...new Set(slugs)]
    .toSorted()
    .map((shopSlug) => ({ shopSlug, key: cartKey(userId, shopSlug), cart: wholeCart(userId, shopSlug) }))
    .filter(({ cart }) => cartLineCount(cart) > 0);
}

/** Removes the cart, and the guest's cart in that shop. */
export function removeOpenCart({ shopSlug, key }: OpenCart): void {
  removeCart(key);
  removeCart(cartKey(undefined, shopSlug));
}

function wholeCart(userId: number | undefined, shopSlug: string): Cart {
  const own = loadCart(cartKey(userId, shopSlug));
  return userId === undefined ? own : mergeCarts(own, loadCart(cartKey(undefined, shopSlug)));
}
