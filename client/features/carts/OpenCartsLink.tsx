import { Link } from 'react-router-dom';
import { cartItemCount, cartKey, parseCartKey, type Cart, cartLineCount, mergeCarts } from '@haat/contract/rules/cart';
import { shopName } from '@haat/contract/rules/shop';
import { useText } from '../../i18n/use-text.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { listCartKeys, loadCart, removeCart } from '../cart/cart-storage.ts';
import styles from './OpenCartsLink.module.css';

/** `shops`: those whose names are known. */
type Props = { shops: readonly { slug: string; name: string | null }[] };

/** The open carts with their shops and numbers of items, linked to their screen; nothing where there are none. */
export function OpenCartsLink({ shops }: Props) {
  const t = useText();
  const { userId } = useSession();
  const carts = listOpenCarts(userId);
  if (carts.length === 0) return null;
  const nameOf = (slug: string) => shopName(shops.find((shop) => shop.slug === slug) ?? { slug });
  return (
    <Link to="/carts" className={styles.carts}>
      <span className={styles.title}>{t('landing.carts', { count: carts.length })}</span>
      <span className={styles.shops}>
        {carts.map(({ shopSlug, cart }) => (
          <span key={shopSlug}>{t('landing.cartAt', { shop: nameOf(shopSlug), count: cartItemCount(cart) })}</span>
        ))}
      </span>
    </Link>
  );
}

/** A cart that waits in a shop; `key` is where this identity keeps it. */
export type OpenCart = { shopSlug: string; key: string; cart: Cart };

/**
 * The carts of this identity in all shops, by their slugs. A logged-in user's carts include the guest carts of this browser,
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
