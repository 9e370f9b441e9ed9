import { useDeferredValue, useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import { searchShops, type ListedShop } from './shop-list.ts';
import { ShopRow } from './ShopRow.tsx';
import styles from './ShopGrid.module.css';

type Props = { shops: readonly ListedShop[] };

/** All shops at once, narrowed by what is typed: for those who know what they want. */
export function ShopGrid({ shops }: Props) {
  const t = useText();
  const heading = useId();
  const [search, setSearch] = useState('');
  const matching = searchShops(shops, useDeferredValue(search));
  return (
    <section className={styles.section} aria-labelledby={heading}>
      <div className={styles.top}>
        <h2 id={heading}>{t('landing.allShops')}</h2>
        <SearchField label={t('landing.search')} value={search} onChange={setSearch} />
      </div>
      <p className="visually-hidden" role="status">
        {search ? t('landing.matches', { count: matching.length }) : ''}
      </p>
      {matching.length === 0 ? <p className={styles.none}>{t('landing.noMatch', { search })}</p> : null}
      <ul className={styles.grid}>
        {matching.map((shop) => (
          <li key={shop.slug}>
            <ShopRow shop={shop} />
          </li>
        ))}
      </ul>
    </section>
  );
}
