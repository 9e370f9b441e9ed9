import type { ProductView } from '@haat/contract/api/products.schema';
import { useEffect, useLayoutEffect, useRef, useState, type CSSProperties } from 'react';
import { watchNear } from '../../lib/watch-near.ts';
import styles from './Shelf.module.css';
import { ShelfPlace } from './ShelfPlace.tsx';

/** How many products stand together: a number that fills its rows, whether one, two, three, four or five stand in each. */
export const PART = 60;
/** How many of the first part are drawn before anybody has looked where they are. */
const FIRST = 12;
const WINDOWS = 2;

/** How high a part was for each of its products, by the first of them: a page that is gone back to is as high as it was. */
const heights = new Map<number | undefined, number>();

type Props = { products: readonly ProductView[]; isFirst: boolean; atOnce: boolean };

/**
 * A part of a section. A shop may have thousands of products, more than a phone can hold as cards: what is far from the
 * window is but a place as high as it was, or may be.
 */
export function ShelfPart({ products, isFirst, atOnce }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [isNear, setNear] = useState(isFirst || atOnce);
  const first = products[0]?.id;

  useLayoutEffect(() => {
    const part = list.current;
    return () => remember(first, part);
  }, [first]);

  useEffect(() => {
    const part = list.current;
    if (atOnce || !part) return undefined;
    return watchNear(part, WINDOWS, (comes) => {
      if (!comes) remember(first, part);
      setNear(comes);
    });
  }, [atOnce, first]);

  if (!isNear) {
    const each = heights.get(first);
    const height = each && each * products.length;
    const size = { '--count': products.length, height } as CSSProperties;
    return <ul ref={list} className={styles.far} style={size} />;
  }
  return (
    <ul ref={list} className={styles.grid}>
      {products.map((product, at) => (
        <ShelfPlace
          key={product.id}
          product={product}
          eager={isFirst && at < 4}
          atOnce={atOnce || (isFirst && at < FIRST)}
        />
      ))}
    </ul>
  );
}

function remember(first: number | undefined, part: HTMLUListElement | null): void {
  const shown = part?.childElementCount ?? 0;
  if (part && shown > 0) heights.set(first, part.offsetHeight / shown);
}
