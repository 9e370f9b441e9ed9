import type { Place } from '@haat/machines/discovery/shop-discovery.machine';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { MarketSearch, useSearchInAddress } from '../search/MarketSearch.tsx';
import type { ListedShop } from './shop-list.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { ShopPicture } from '../../ui/ShopPicture.tsx';
import { ShopFacts } from './ShopCardLink.tsx';
import styles from './ShopGrid.module.css';

type Props = { shops: readonly ListedShop[]; place: Place | undefined };

/** All shops at once, and a search for products and shops: for those who know what they want. */
export function ShopGrid({ shops, place }: Props) {
  const t = useText();
  const heading = useId();
  const [search, setSearch] = useSearchInAddress();
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.top}>
        <h2 id={heading}>{t('landing.allShops')}</h2>
        <SearchField label={t('landing.search')} value={search} onChange={setSearch} />
      </div>
      <MarketSearch search={search} onClear={() => setSearch('')} place={place}>
        <ul className={styles.grid}>
          {shops.map((shop) => (
            <li key={shop.slug}>
              <ShopRow shop={shop} />
            </li>
          ))}
        </ul>
      </MarketSearch>
    </section>
  );
}

type ShopRowProps = { shop: ListedShop };

/** A shop in one line of the list. */
function ShopRow({ shop }: ShopRowProps) {
  const t = useText();
  const langOf = useScriptLang();
  return (
    <Link to={`/${shop.slug}/products`} className={styles.row}>
      <span className={styles.front}>
        <ShopPicture slug={shop.slug} alt="" width={104} height={72} sizes="125px" />
      </span>
      <span className={styles.words}>
        <span className={styles.name} lang={langOf(shop.name)}>
          {shop.name}
        </span>
        <span className={styles.address} lang={langOf(shop.address ?? '')}>
          {shop.address ?? t('landing.explore')}
        </span>
        <ShopFacts shop={shop} />
      </span>
    </Link>
  );
}
