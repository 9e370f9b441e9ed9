import type { CounterItem } from '@haat/contract/orders/counter-sales.calls';
import { pictureSrcSet } from '@haat/contract/catalog/pictures';
import { productImageUrl } from '@haat/contract/catalog/product';
import { readTyped } from '@haat/contract/orders/typed-item';
import { formatPaise, formatRupees } from '@haat/contract/rupees';
import { useDeferredValue, type RefObject, useEffect, useMemo, useState } from 'react';
import { useLingui } from '@lingui/react';
import { useName, useVariantLabel } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { API_BASE } from '../../lib/config.ts';
import { lateCode } from '../../lib/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { categoriesOf, inCategory, looseFirst } from './find-items.ts';
import { weightText } from '../../shared/orders/weight-text.ts';
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

/** What the keys for kilograms and rupees can follow. */
const NUMBER = /^\s*(?:\d{1,4}(?:[.,]\d{0,3})?|\d{0,3}\s?[½¼¾])\s*$/;

/** The items of the shop to tap on, the best sellers first: searched, and by category. */
export function ItemPicker({ items, typed, search, onType, onPick, onEnter, onScan }: Props) {
  const t = useText();
  const nameOf = useName();
  const [category, setCategory] = useState<string>();
  const [shown, setShown] = useState(PAGE);
  const categories = useMemo(() => categoriesOf(items), [items]);
  const { search: text, weighed } = readTyped(useDeferredValue(typed));
  const isWeighed = weighed !== undefined;
  // A search ignores the category: an item in the hand does not show it.
  const rules = useSearchRules(true);
  const found = useMemo(() => {
    const all = text === '' ? inCategory(items, category) : (rules?.findItems(items, text) ?? items);
    return isWeighed ? looseFirst(all) : all;
  }, [rules, items, text, isWeighed, category]);
  useEffect(() => {
    if (hasRealKeyboard()) search.current?.focus();
  }, [search]);

  return (
    <>
      <PickerSearch
        typed={typed}
        search={search}
        onType={onType}
        onSubmit={() => {
          const now = readTyped(typed);
          onEnter(rules?.firstItem(now.weighed ? looseFirst(items) : items, now.search));
        }}
        onScan={onScan}
      />
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
      {found.length === 0 ? (
        <p className={styles.none}>{t(NUMBER.test(text) ? 'counterSale.nowItem' : 'counterSale.nothingFound')}</p>
      ) : null}
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

type PickerSearchProps = Pick<Props, 'typed' | 'search' | 'onType' | 'onScan'> & { onSubmit: () => void };

function PickerSearch({ typed, search, onType, onSubmit, onScan }: PickerSearchProps) {
  const t = useText();
  const extend = (to: string) => {
    onType(to);
    search.current?.focus();
  };
  return (
    <form
      className={styles.search}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
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
      <TypedBefore typed={typed} />
      {NUMBER.test(typed) ? (
        <MeasureKeys number={typed.trim()} onPress={extend} />
      ) : (
        <Button look="secondary" onClick={onScan}>
          {t('counterSale.camera')}
        </Button>
      )}
    </form>
  );
}

/** The quantity, weight or amount that is typed before an item. */
function TypedBefore({ typed }: { typed: string }) {
  const t = useText();
  const { quantity, weighed } = readTyped(typed);
  if (quantity === 1 && !weighed) return null;
  const { grams, pricePaise = 0 } = weighed ?? {};
  const text = !weighed ? `× ${quantity}` : grams === undefined ? formatPaise(pricePaise) : weightText(t, grams);
  return <output className={styles.quantity}>{text}</output>;
}

type MeasureKeysProps = { number: string; onPress: (typed: string) => void };

/** Make a weight or an amount of the typed number. */
function MeasureKeys({ number, onPress }: MeasureKeysProps) {
  const t = useText();
  return (
    <>
      <Button
        look="secondary"
        aria-label={t('counterSale.sellWeight', { number })}
        onClick={() => onPress(`${number} kg `)}
      >
        {t('counterSale.kg')}
      </Button>
      <Button
        look="secondary"
        aria-label={t('counterSale.sellAmount', { number })}
        onClick={() => onPress(`₹${number} `)}
      >
        ₹
      </Button>
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
