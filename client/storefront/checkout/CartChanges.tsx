import { listProducts } from '@haat/contract/catalog/products.calls';
import type { CartConflict } from '@haat/contract/orders/orders.calls';
import { type CartChange, cartChanges } from '@haat/contract/orders/cart-changes';
import { formatRupees } from '@haat/contract/rupees';
import { getShop } from '@haat/contract/shops/shops.calls';
import type { Problem } from '@haat/machines/problem';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useProductName } from '../../i18n/use-name.ts';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { catalogLines } from '../../shared/cart/cart-lines.ts';
import { useCart } from '../../shared/cart/use-cart.ts';
import { useOrderPayment } from '../../shared/orders/order-payment.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import styles from './Checkout.module.css';
import { storedOrderOf } from '../../shared/orders/pending-order.ts';

const TEXTS: Record<CartChange['kind'], TextId> = {
  gone: 'order.changedGone',
  soldOut: 'order.changedSoldOut',
  fewer: 'order.changedFewer',
  tooMany: 'order.changedTooMany',
  dearer: 'order.changedDearer',
  cheaper: 'order.changedCheaper',
};

type Props = {
  changes: readonly CartChange[];
  /** Nothing has changed at the shop: the cart has more of an item than the shop sells in one order. */
  isAboveMaximum: boolean;
  /** Increases with each Place Order that was stopped by these changes, which focuses them. */
  refusals: number;
  onTake: () => void;
};

/** The changed prices, stock and terms, line by line. The cart changes only when the customer accepts. */
export function CartChanges({ changes, isAboveMaximum, refusals, onTake }: Props) {
  const t = useText();
  const productNameOf = useProductName();
  const box = useRef<HTMLDivElement>(null);
  const isCheaper = changes.length > 0 && changes.every(({ kind }) => kind === 'cheaper');
  useEffect(() => {
    if (refusals > 0) box.current?.focus();
  }, [refusals]);

  return (
    <div ref={box} tabIndex={-1} className={styles.notice}>
      <Notice tone={isCheaper ? 'success' : 'error'}>
        <p>
          <strong>
            {t(isAboveMaximum ? 'order.aboveMaximum' : isCheaper ? 'order.cheaperTitle' : 'order.changedTitle')}
          </strong>
        </p>
        <ul className={styles.changes}>
          {changes.map(({ kind, line, price, stock }) => (
            <li key={`${line.id} ${kind}`}>
              {t(TEXTS[kind], {
                name: productNameOf(line.name),
                stock,
                price: formatRupees(price),
                before: formatRupees(line.price),
              })}
            </li>
          ))}
        </ul>
        <Button onClick={onTake}>{t('order.takeChanges')}</Button>
      </Notice>
    </div>
  );
}

type Refusal = { problem: Problem | undefined; changed: CartConflict | undefined };

/**
 * The differences between the cart and the shop: from the rejection of the server, else from the catalog loaded since
 * this screen was opened. Empty while the catalog is not loaded: the server compares again.
 */
export function useCartChanges(shopSlug: string, { problem, changed }: Refusal): readonly CartChange[] {
  const { cart } = useCart();
  const reserved = useReservedStock(shopSlug);
  const { data: shop, refetch: refetchShop } = useCall(getShop, { params: { slug: shopSlug } });
  const maximumQuantity = shop?.max_per_order ?? null;
  const {
    data: products,
    isFetchedAfterMount,
    refetch,
  } = useCall(
    listProducts,
    { query: { shopId: shop?.id ?? 0 } },
    { enabled: shop !== undefined, refetchOnMount: 'always' },
  );

  // The catalog and the terms on this screen are older than the rejection and must not contradict it. Products that are no
  // longer sold are missing in the rejection, and only found by the catalog.
  const isRefused = problem !== undefined;
  useEffect(() => {
    if (isRefused) void Promise.all([refetch(), refetchShop()]);
  }, [isRefused, refetch, refetchShop]);

  return useMemo(() => {
    const catalog = products && isFetchedAfterMount ? catalogLines(products) : undefined;
    if (!catalog && !changed) return [];
    const rejected = (changed?.lines ?? []).map((line) => [line.id, line] as const);
    const ours = [...(catalog ?? [])].map(([id, { price, stock }]) => {
      return [id, { price, stock: stock + (reserved.get(id) ?? 0) }] as const;
    });
    return cartChanges(cart, new Map([...ours, ...rejected]), { maximumQuantity });
  }, [cart, maximumQuantity, reserved, products, isFetchedAfterMount, changed]);
}

/**
 * The reserved quantity of each line for an order of this customer that awaits its payment: the stock of the catalog
 * does not include it.
 */
export function useReservedStock(shopSlug: string): ReadonlyMap<string, number> {
  const { userId } = useSession();
  const [order] = useState(() => storedOrderOf(`${userId}_${shopSlug}`));
  const isReserved = useOrderPayment(order?.orderId).data?.can_retry ?? false;
  return useMemo(
    () => new Map(isReserved ? order?.lines.map(({ id, quantity }) => [id, quantity] as const) : []),
    [order, isReserved],
  );
}
