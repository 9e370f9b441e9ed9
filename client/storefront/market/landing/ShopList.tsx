import type { ShopCard } from '@haat/contract/shops/shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ShopFacts } from './ShopFacts.tsx';
import { ShopImage } from './ShopImage.tsx';
import styles from './ShopList.module.css';

/** The fronts that are visible at first; the others are fetched when they come near. */
const IN_SIGHT = 4;

type Props = { title: string; shops: readonly ShopCard[] };

/** Shops below a heading, each with the facts that visitors choose by. */
export function ShopList({ title, shops }: Props) {
  const heading = useId();
  const now = useMinute();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <h2 id={heading}>{title}</h2>
      <ul className={styles.list}>
        {shops.map((shop, at) => (
          <li key={shop.id}>
            <ShopRow shop={shop} now={now} arrival={at < IN_SIGHT ? 'eager' : 'lazy'} />
          </li>
        ))}
      </ul>
    </section>
  );
}

type ShopRowProps = { shop: ShopCard; now: Date; arrival: 'lazy' | 'eager' };

function ShopRow({ shop, now, arrival }: ShopRowProps) {
  const langOf = useScriptLang();
  const name = shopName(shop);
  return (
    <Link to={`/${shop.slug}/products`} className={styles.row}>
      <span className={styles.front}>
        <ShopImage shop={shop} width={104} height={72} sizes="125px" arrival={arrival} />
      </span>
      <span className={styles.words}>
        <span className={styles.name} lang={langOf(name)}>
          {name}
        </span>
        <ShopFacts shop={shop} now={now} />
      </span>
    </Link>
  );
}

/** As high as the list that replaces it, down to the end of the screen. */
export function ShopListPlaceholder() {
  const t = useText();
  return (
    <div className={styles.section}>
      <h2>{t('landing.allShops')}</h2>
      <div className={styles.list}>
        {Array.from({ length: 6 }, (_, at) => (
          <div key={at} className={`${styles.row} ${styles.missing}`}>
            <span className={styles.front} />
            <span className={styles.words}>
              <Skeleton width="60%" height="20px" />
              <Skeleton width="90%" height="14px" />
              <Skeleton width="40%" height="14px" />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
