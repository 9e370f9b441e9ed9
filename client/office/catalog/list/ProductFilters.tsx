import type { CategoryView } from '@haat/contract/catalog/products.calls';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, type SubmitEvent, useEffect, useRef } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Row } from '../../../ui/Card.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { categoriesQuery } from '../editor/editor-queries.ts';
import { useHandScanner } from '../../../shared/scanner/keyboard-wedge.ts';
import { type Option, Select } from '../../../ui/Select.tsx';
import type { ProductFilter } from './product-pages.ts';
import { isSortName, SORTS, sortNameOf, STATUSES } from './use-product-filter.ts';
import styles from './ProductListScreen.module.css';

type Props = { filter: ProductFilter; onChoose: (filter: ProductFilter) => void };

/** The search by name or barcode; a hand scanner fills it in from any field. */
export function ProductSearch({ filter, onChoose }: Props) {
  const t = useText();
  const form = useRef<HTMLFormElement>(null);
  useDigitFocus(form);
  useHandScanner((code) => {
    onChoose({ ...filter, search: code });
    selectSearch(form.current, code);
  });
  // So that the next scanned code replaces this one.
  const selectAll = (event: SubmitEvent) => {
    event.preventDefault();
    form.current?.querySelector('input')?.select();
  };
  return (
    <form ref={form} className={styles.search} onSubmit={selectAll}>
      <SearchField
        label={t('productList.search')}
        value={filter.search}
        onChange={(search) => onChoose({ ...filter, search })}
      />
    </form>
  );
}

type FiltersProps = Props & { shopId: number };

/** Filters by what a product lacks and by category, and the order of the list. */
export function ProductFilters({ shopId, filter, onChoose }: FiltersProps) {
  const t = useText();
  const nameOf = useName();
  const { data: categories = [] } = useQuery(categoriesQuery(shopId));
  return (
    <Row rowGap={2} justify="between" className={styles.filters}>
      <FilterChips
        isStrip
        label={t('productList.show')}
        chips={STATUSES.map((value) => ({ value, label: t(`productList.status.${value}`) }))}
        chosen={filter.status}
        onChoose={(status) => onChoose({ ...filter, status })}
      />
      <div className={styles.selects}>
        <Select
          isBare
          label={t('productForm.category')}
          options={[{ value: '', label: t('productList.allCategories') }, ...categoryOptions(categories, nameOf)]}
          value={String(filter.category ?? '')}
          onChoose={(value) => onChoose({ ...filter, category: Number(value) || undefined })}
        />
        <Select
          isBare
          label={t('productList.sort')}
          options={(Object.keys(SORTS) as (keyof typeof SORTS)[]).map((value) => ({
            value,
            label: t(`productList.sort.${value}`),
          }))}
          value={sortNameOf(filter)}
          onChoose={(value) => onChoose({ ...filter, ...SORTS[isSortName(value) ? value : 'name'] })}
        />
      </div>
    </Row>
  );
}

/** Categories with their subcategories below them. */
export function categoryOptions(categories: readonly CategoryView[], nameOf: (name: string) => string): Option[] {
  return categories.flatMap(({ id, name, children }) => [
    { value: String(id), label: nameOf(name) },
    ...children.map((child) => ({ value: String(child.id), label: `${nameOf(name)} · ${nameOf(child.name)}` })),
  ]);
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
