import { type RefObject, type SubmitEvent, useCallback, useEffect, useRef, useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import type { ProductStatus } from '@haat/contract/api/products';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/Button.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Page } from '../../ui/Page.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { useHandScanner } from '../scanner/keyboard-wedge.ts';
import { createEditStates } from './edit-states.ts';
import { ProductPages } from './ProductPages.tsx';
import { SaveState } from './SaveState.tsx';
import type { ProductFilter } from './shop-products-query.ts';
import styles from './ProductListScreen.module.css';

/** The shop's products: search, price, stock, visibility and editing. */
export function ProductListScreen() {
  const t = useText();
  const { shopSlug } = useParams();
  const { shopId, shopSlug: own } = useSession();
  const { search, status, debounced, choose } = useProductFilter();
  const [states] = useState(createEditStates);

  if (own === undefined || shopId === undefined) return null;
  if (own !== shopSlug) return <Navigate to={`/${own}/admin/products`} replace />;
  return (
    <Page title={t('productList.title')}>
      <div className={styles.top}>
        <ProductFilters search={search} status={status} onChoose={choose} />
        <Link className={buttonClass()} to={`/${own}/admin/add-product`}>
          {t('productList.add')}
        </Link>
      </div>
      <SaveState states={states} />
      <ProductPages
        shopId={shopId}
        shopSlug={own}
        filter={debounced}
        states={states}
        onShowAll={() => choose({ search: '', status: 'all' })}
      />
    </Page>
  );
}

type Props = ProductFilter & { onChoose: (filter: ProductFilter) => void };

/** A search by name or barcode, and a filter by status. */
function ProductFilters({ search, status, onChoose }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  useDigitFocus(form);
  useHandScanner((code) => {
    onChoose({ search: code, status });
    selectSearch(form.current, code);
  });
  // So that the next scanned code replaces this one.
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
      <FilterChips
        label={t('productList.show')}
        chips={STATUSES.map((value) => ({ value, label: t(`productList.status.${value}`) }))}
        chosen={status}
        onChoose={(value) => onChoose({ search, status: value })}
      />
    </div>
  );
}

const STATUSES: readonly ProductStatus[] = ['all', 'published', 'hidden', 'low'];

const DEBOUNCE_MS = 250;

/** The filter, as part of the address so that Back and a reload keep it; `debounced` while it is being typed. */
function useProductFilter() {
  const [params, setParams] = useSearchParams();
  const search = params.get('q') ?? '';
  const status = STATUSES.find((each) => each === params.get('status')) ?? 'all';
  const choose = useCallback(
    (next: ProductFilter) => {
      const query = { ...(next.search && { q: next.search }), ...(next.status !== 'all' && { status: next.status }) };
      setParams(query, { replace: true });
    },
    [setParams],
  );
  // An emptied field applies at once.
  const typed = search.trim();
  const settled = useDebounced(typed, typed === '' ? 0 : DEBOUNCE_MS);
  return { search, status, debounced: { search: typed === '' ? '' : settled, status }, choose };
}

/** So that the next scanned code replaces this one, which the field may get in the next frame only. */
function selectSearch(form: HTMLFormElement | null, code: string): void {
  const field = form?.querySelector('input');
  field?.focus();
  if (field?.value === code) field.select();
  else requestAnimationFrame(() => field?.select());
}

const EDITABLE = 'input, textarea, select, [contenteditable]';

/**
 * A barcode scanner types like a keyboard, wherever the focus is: a digit outside of a field moves the focus to the search,
 * and replaces its text.
 */
function useDigitFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!/^\d$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping = event.target instanceof Element && event.target.closest(EDITABLE);
      if (isTyping || document.querySelector('dialog[open]')) return;
      // The browser inserts the digit into the focused field after this event.
      const field = form.current?.querySelector('input');
      field?.focus();
      field?.select();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [form]);
}

/** The value once it has not changed for `delayMs`. */
function useDebounced<Value>(value: Value, delayMs: number): Value {
  const [debounced, setDebounced] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
  return debounced;
}
