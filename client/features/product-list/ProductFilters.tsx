import { useRef, type SubmitEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './ProductListScreen.module.css';
import type { ProductFilter } from './shop-products-query.ts';
import { useDigitFocus } from './use-digit-focus.ts';
import { STATUSES } from './use-product-filter.ts';

type Props = ProductFilter & { onChoose: (filter: ProductFilter) => void };

/** A search by name or barcode, and chips for what is shown of the list. */
export function ProductFilters({ search, status, onChoose }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  useDigitFocus(form);
  // The next code that is scanned takes the place of this one.
  const selectAll = (event: SubmitEvent) => {
    event.preventDefault();
    form.current?.querySelector('input')?.select();
  };
  return (
    <div className={styles.filters}>
      <form ref={form} className={styles.search} onSubmit={selectAll}>
        <SearchField
          label={t('productList.search')}
          value={search}
          onChange={(text) => onChoose({ search: text, status })}
        />
      </form>
      <div className={styles.chips} role="group" aria-label={t('productList.show')}>
        {STATUSES.map((each) => (
          <button
            key={each}
            type="button"
            className={styles.chip}
            aria-pressed={each === status}
            onClick={() => onChoose({ search, status: each })}
          >
            {t(`productList.status.${each}`)}
          </button>
        ))}
      </div>
    </div>
  );
}
