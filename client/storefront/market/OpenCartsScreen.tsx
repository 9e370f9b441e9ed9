import { Link } from 'react-router-dom';
import { useEffect, useReducer } from 'react';
import { cartItemCount, cartTotalPaise, removedLines } from '@haat/contract/orders/cart';
import { formatPaise } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { useText } from '../../i18n/use-text.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Page } from '../../ui/Page.tsx';
import looks from '../../ui/looks.module.css';
import { useFocusAfterRemoval } from '../checkout/use-focus-after-removal.ts';
import { isMissing } from '../../lib/api-error.ts';
import { useCall } from '../../lib/call-query.ts';
import { ShopPicture } from '../../ui/ShopPicture.tsx';
import { listOpenCarts, type OpenCart, removeOpenCart } from './open-carts.ts';
import { textOf } from '../../i18n/language.ts';
import { onCartStored } from '../../shared/cart/cart-storage.ts';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { CartContext } from '../../shared/cart/use-cart.ts';
import { undoRemoval } from '../../shared/cart/cart-toasts.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import styles from './OpenCartsScreen.module.css';

/** The open carts of all shops in one list, so that none is forgotten. */
export function OpenCartsScreen() {
  const t = useText();
  const { carts, remove } = useOpenCarts();
  const { list, rememberIndex } = useFocusAfterRemoval(carts.length);
  return (
    <Page title={t('carts.title')}>
      {carts.length === 0 ? (
        <EmptyState text={t('carts.empty')}>
          <Link className={buttonClass('primary')} to="/">
            {t('carts.findShops')}
          </Link>
        </EmptyState>
      ) : (
        <ul ref={list} className={styles.list} onFocus={rememberIndex}>
          {carts.map((open) => (
            <li key={open.shopSlug}>
              <OpenCartCard open={open} onRemove={(shop) => remove(open, shop)} />
            </li>
          ))}
        </ul>
      )}
    </Page>
  );
}

type Props = { open: OpenCart; onRemove: (shop: string) => void };

/** One open cart: its shop, items and total, and a link to order it. */
export function OpenCartCard({ open: { shopSlug, cart }, onRemove }: Props) {
  const t = useText();
  const { data, error } = useCall(getShop, { params: { slug: shopSlug } });
  const shop = shopName(data ?? { slug: shopSlug });
  const isGone = isMissing(error);
  return (
    <Card as="article" gap={3} className={styles.card}>
      <ShopPicture
        slug={shopSlug}
        picture={data ? data.picture : error ? null : undefined}
        alt=""
        width={56}
        height={56}
        sizes="97px"
      />
      <div>
        <h2 className={`${looks.large} ${looks.anywhere}`}>{shop}</h2>
        <p className={styles.names}>
          {Object.values(cart)
            .map(({ name }) => name)
            .join(', ')}
        </p>
        <Row as="p" rowGap={0} align="stretch" className={looks.numbers}>
          <span>{t('cart.items', { count: cartItemCount(cart) })}</span>
          <strong>{formatPaise(cartTotalPaise(cart))}</strong>
        </Row>
        {isGone ? <p className={looks.problem}>{t('carts.shopGone')}</p> : null}
      </div>
      <Row justify="end" className={styles.actions}>
        <Button look="quiet" aria-label={t('carts.removeOf', { shop })} onClick={() => onRemove(shop)}>
          {t('carts.remove')}
        </Button>
        {isGone ? null : (
          <Link className={buttonClass('primary')} to={`/${shopSlug}/order`} aria-label={t('carts.viewOf', { shop })}>
            {t('cart.view')}
          </Link>
        )}
      </Row>
    </Card>
  );
}

/** All open carts of the user or guest, updated as other tabs change them, and how to remove one. */
export function useOpenCarts() {
  const { userId } = useSession();
  const actor = CartContext.useActor();
  const [, readAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => onCartStored(readAgain), []);

  const remove = (open: OpenCart, shop: string) => {
    removeOpenCart(open);
    readAgain();
    offerUndo(textOf('carts.removed', { shop }), () => {
      undoRemoval(open.key, removedLines(open.cart, {}), actor);
      readAgain();
    });
  };
  return { carts: listOpenCarts(userId), remove };
}
