import { suggestProducts, type SuggestedProductView } from '@haat/contract/catalog/catalog.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useLingui } from '@lingui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { Link } from 'react-router-dom';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import type { GuardedShop } from '../../../shared/session/RouteGuard.tsx';
import { buttonClass } from '../../../ui/Button.tsx';
import { Stack } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { categoriesQuery } from '../editor/editor-queries.ts';
import { categoryOptions } from '../list/ProductFilters.tsx';
import { ProductThumb } from '../list/ProductThumb.tsx';
import { Select } from '../../../ui/Select.tsx';
import { keyOf } from './chosen-products.ts';
import styles from './KnownProducts.module.css';
import type { ChosenProducts } from './use-chosen-products.ts';

const SHORTEST_SEARCH = 2;
/** The server's limit. */
const MAX_SEARCH_LENGTH = 120;

type Props = { shop: GuardedShop; chosen: ChosenProducts };

/** Known products by words of their name or by category, to be ticked; below them, the form for any other product. */
export function KnownProductList({ shop: { shopId, slug }, chosen }: Props) {
  const t = useText();
  const nameOf = useName();
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState('');
  const { data: categories = [] } = useQuery(categoriesQuery(shopId));
  const words = useDeferredValue(search.trim().slice(0, MAX_SEARCH_LENGTH));
  const isAsked = words.length >= SHORTEST_SEARCH || category !== '';
  const query = { search: words, category: category || undefined };
  const options = { enabled: isAsked, placeholderData: keepPreviousData, staleTime: 60_000 };
  const { data: products, error } = useCall(suggestProducts, { query }, options);
  return (
    <Stack gap={3}>
      <div className={styles.filters}>
        <SearchField label={t('productForm.knownSearch')} value={search} onChange={setSearch} />
        <Select
          isBare
          label={t('productForm.category')}
          options={[{ value: '', label: t('productList.allCategories') }, ...categoryOptions(categories, nameOf)]}
          value={category}
          onChoose={setCategory}
        />
      </div>
      {error ? <Notice tone="error">{t('productForm.knownFailed')}</Notice> : null}
      {isAsked && products?.length === 0 ? <Notice>{t('knownProducts.none')}</Notice> : null}
      {isAsked && products && products.length > 0 ? (
        <ul className={styles.results} aria-label={t('productForm.knownResults')}>
          {products.map((product) => (
            <li key={keyOf(product)}>
              <KnownProduct product={product} chosen={chosen} />
            </li>
          ))}
        </ul>
      ) : null}
      {products && words.length >= SHORTEST_SEARCH ? (
        <Link className={buttonClass('quiet')} to={`/${slug}/admin/add-product?name=${encodeURIComponent(words)}`}>
          {t('productForm.addYourself', { name: words })}
        </Link>
      ) : null}
    </Stack>
  );
}

function KnownProduct({ product, chosen }: { product: SuggestedProductView; chosen: ChosenProducts }) {
  const t = useText();
  const isChosen = chosen.has(product);
  const isAdded = chosen.isAdded(product);
  return (
    <label className={styles.result}>
      <input
        type="checkbox"
        checked={isChosen || isAdded}
        disabled={isAdded || (chosen.isFull && !isChosen)}
        onChange={() => (isChosen ? chosen.remove(keyOf(product)) : chosen.choose(product))}
      />
      <ProductWords product={product} />
      {isAdded ? <span className={styles.added}>{t('knownProducts.isAdded')}</span> : null}
    </label>
  );
}

/** Picture, name, pack and, where it is known, the maximum retail price. */
export function ProductWords({ product }: { product: SuggestedProductView }) {
  const t = useText();
  const nameOf = useName();
  const { i18n } = useLingui();
  const { name, name_hi, unit, subcategory, category, mrp, picture } = product;
  const facts = [unit, subcategory ?? category].flatMap((each) => (each === null ? [] : [nameOf(each)]));
  if (mrp !== null) facts.push(t('productList.mrpIs', { price: formatRupees(mrp) }));
  return (
    <>
      <ProductThumb name={name} image={picture?.replace(/\.webp$/, '-160.webp') ?? null} />
      <span className={styles.words}>
        <strong>{(i18n.locale === 'hi' && name_hi) || name}</strong>
        <span className={styles.quiet}>{facts.join(' · ')}</span>
      </span>
    </>
  );
}
