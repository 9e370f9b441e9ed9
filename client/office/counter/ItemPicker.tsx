import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { pictureSrcSet } from '@haat/contract/catalog/pictures';
import { productImageUrl } from '@haat/contract/catalog/product';
import { formatRupees } from '@haat/contract/rupees';
import { useDeferredValue, type RefObject, useEffect, useMemo, useState } from 'react';
import { useLingui } from '@lingui/react';
import { useName, useVariantLabel } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { API_BASE } from '../../lib/config.ts';
import { lateCode } from '../../lib/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { categoriesOf, inCategory, readTyped } from './find-items.ts';
import { hasRealKeyboard } from './use-counter-keys.ts';
import styles from './ItemPicker.module.css';

type Props = {
  items: readonly CounterItem[];
  typed: string;
  search: RefObject<HTMLInputElement | null>;
  onType: (text: string) => void;
  onPick: (item: CounterItem) => void;
  /** Enter in the search, with the first item that is found. */
  onEnter: (first: CounterItem | undefined) => void;
  onScan: () => void;
};

const PAGE = 60;
const useSearchRules = lateCode(() => import('./search-items.ts'));

/** The items of the shop to tap on, the best sellers first: searched, and by category. */
export function ItemPicker({ items, typed, search, onType, onPick, onEnter, onScan }: Props) {
  const t = useText();
  const nameOf = useName();
  const [category, setCategory] = useState<string>();
  const [shown, setShown] = useState(PAGE);
  const categories = useMemo(() => categoriesOf(items), [items]);
  const { quantity, search: text } = readTyped(useDeferredValue(typed));
  // A search ignores the category: an item in the hand does not show it.
  const rules = useSearchRules(true);
  const found = useMemo(
    () => (text === '' ? inCategory(items, category) : (rules?.findItems(items, text) ?? items)),
    [rules, items, text, category],
  );
  useEffect(() => {
    if (hasRealKeyboard()) search.current?.focus();
  }, [search]);

  return (
    <>
      <form
        className={styles.search}
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          onEnter(rules?.firstItem(items, readTyped(typed).search));
        }}
      >
        <input
          ref={search}
          type="search"
          className={styles.input}
          aria-label={t('counterSale.search')}
          placeholder={t('counterSale.searchHint')}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="done"
          maxLength={120}
          value={typed}
          onChange={(event) => onType(event.target.value)}
        />
        {quantity > 1 ? <output className={styles.quantity}>× {quantity}</output> : null}
        <Button look="secondary" onClick={onScan}>
          {t('counterSale.camera')}
        </Button>
      </form>
      {categories.length > 1 ? (
        <FilterChips
          label={t('counterSale.categories')}
          isStrip
          chips={[
            { value: '', label: t('counterSale.mostSold') },
            ...categories.map((value) => ({ value, label: nameOf(value) })),
          ]}
          chosen={category ?? ''}
          onChoose={(value) => {
            setCategory(value || undefined);
            setShown(PAGE);
          }}
        />
      ) : null}
      {found.length === 0 ? <p className={styles.none}>{t('counterSale.nothingFound')}</p> : null}
      <ul className={styles.grid} aria-label={t('counterSale.items')}>
        {found.slice(0, shown).map((item) => (
          <li key={item.variant_id}>
            <ItemButton item={item} onPick={onPick} />
          </li>
        ))}
      </ul>
      {found.length > shown ? (
        <div className={styles.more}>
          <Button look="secondary" wide onClick={() => setShown(shown + PAGE)}>
            {t('counterSale.more', { count: found.length - shown })}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function ItemButton({ item, onPick }: { item: CounterItem; onPick: (item: CounterItem) => void }) {
  const t = useText();
  const { name, label } = useItemText()(item);
  const url = productImageUrl(item.image, API_BASE);
  return (
    <button type="button" className={styles.item} onClick={() => onPick(item)}>
      {url ? (
        <img
          className={styles.picture}
          src={url}
          srcSet={pictureSrcSet(url)}
          sizes="40px"
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className={styles.letter} aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      )}
      <span className={styles.name}>{name}</span>
      <span className={styles.about}>
        <span>{label}</span>
        <strong>{formatRupees(item.price)}</strong>
      </span>
      {item.stock < item.content ? <span className={styles.out}>{t('counterSale.noneLeft')}</span> : null}
    </button>
  );
}

/** Name and variant of an item in the language of the screen. */
export function useItemText() {
  const { i18n } = useLingui();
  const form = useVariantLabel();
  return ({ name, hindi_name: hindiName, size, color, unit }: CounterItem) => ({
    name: i18n.locale === 'hi' && hindiName ? hindiName : name,
    label: form({ size: size ?? undefined, color: color ?? undefined, unit: unit ?? undefined }),
  });
}
