import type { ProductView } from '@haat/contract/api/products.schema';
import { memo, useEffect, useRef, useState } from 'react';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { watchNear } from '../../lib/watch-near.ts';
import card from './ProductCard.module.css';
import { ProductCard } from './ProductCard.tsx';
import styles from './Shelf.module.css';

const WINDOWS = 1;

type Props = { product: ProductView; eager: boolean; atOnce: boolean };

/** A product's place on the shelf: its name alone, until it comes near the window and its card is drawn. */
export const ShelfPlace = memo(function ShelfPlace({ product, eager, atOnce }: Props) {
  const langOf = useScriptLang();
  const place = useRef<HTMLLIElement>(null);
  const [isDrawn, setDrawn] = useState(atOnce);

  useEffect(() => {
    if (isDrawn || !place.current) return undefined;
    return watchNear(place.current, WINDOWS, (isNear) => isNear && setDrawn(true));
  }, [isDrawn]);

  return (
    <li ref={place}>
      {isDrawn ? (
        <ProductCard product={product} eager={eager} />
      ) : (
        <div className={`${card.card} ${styles.coming}`}>
          <h3 className={card.name} lang={langOf(product.name)}>
            {product.name}
          </h3>
        </div>
      )}
    </li>
  );
});
