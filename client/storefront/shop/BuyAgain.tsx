import { type BoughtProductView, listBoughtProducts } from '@haat/contract/shops/favourites.calls';
import type { ProductView } from '@haat/contract/catalog/products.calls';
import { useEffect, useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Strip } from '../../ui/Card.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import catalogStyles from './Catalog.module.css';
import { ProductCard } from './ProductCard.tsx';

type Props = { products: readonly ProductView[]; bought: readonly BoughtProductView[] };

const EAGER_PICTURES = 3;

/** The products that the customer has bought in this shop and that it still sells, each in its most bought form. */
export function BuyAgain({ products, bought }: Props) {
  const t = useText();
  const shown = useMemo(() => productsToBuyAgain(products, bought), [products, bought]);
  if (shown.length === 0) return null;
  return (
    <section className={catalogStyles.section} aria-labelledby="buy-again">
      <h2 id="buy-again" className={catalogStyles.title}>
        {t('products.buyAgain')}
      </h2>
      <Strip as="ul">
        {shown.map((product, at) => (
          <li key={product.id} style={{ width: CARD_WIDTH }}>
            <ProductCard product={product} eager={at < EAGER_PICTURES} />
          </li>
        ))}
      </Strip>
    </section>
  );
}

/** The width of a card in two columns at 320 px. */
const CARD_WIDTH = 138;

function productsToBuyAgain(products: Props['products'], bought: Props['bought']): ProductView[] {
  const byId = new Map(products.map((product) => [product.id, product]));
  return bought.flatMap(({ product_id, variant_id }) => {
    const product = byId.get(product_id);
    const variants = product?.variants.filter(({ id }) => id === variant_id) ?? [];
    return product && variants.length > 0 ? [{ ...product, variants }] : [];
  });
}

// Longer than an answer takes over a good connection.
const WITHIN_MS = 1000;

/**
 * What the customer has bought in this shop; undefined while the catalog should wait for it, as a row that appears later would
 * move the products away under a finger. A guest and a slow answer are not waited for, and a newer answer shows next time.
 */
export function useBoughtProducts(shopId: number | undefined): readonly BoughtProductView[] | undefined {
  const { isSignedIn, userId } = useSession();
  const { data, isError } = useCall(
    listBoughtProducts,
    { params: { shopId: shopId ?? 0 } },
    { owner: userId, enabled: isSignedIn && shopId !== undefined, retry: false },
  );
  const owner = `${userId}_${shopId}`;
  const [shown, setShown] = useState<{ owner: string; bought: readonly BoughtProductView[] }>();
  const bought = shown?.owner === owner ? shown.bought : undefined;
  useEffect(() => {
    if (!shopId) return undefined;
    const giveUp = () => setShown((known) => (known?.owner === owner ? known : { owner, bought: NONE }));
    const timer = setTimeout(giveUp, WITHIN_MS);
    return () => clearTimeout(timer);
  }, [shopId, owner]);
  if (!isSignedIn) return NONE;
  if (!bought && (data || isError)) setShown({ owner, bought: data ?? NONE });
  return bought;
}

const NONE: readonly BoughtProductView[] = [];
