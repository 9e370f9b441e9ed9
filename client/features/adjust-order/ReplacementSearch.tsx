import { listShopProducts, type ShopProduct } from '@haat/contract/api/products';
import { isProductBarcode } from '@haat/contract/rules/product-input';
import { formatRupees } from '@haat/contract/rules/rupees';
import { PRODUCT_CODES } from '@haat/contract/rules/scanner';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from '../product-editor/ProductForm.module.css';
import { useLineText } from './order-lines.ts';

// Loaded on demand: many shops have a hand scanner, which types like a keyboard.
const Camera = lazyScreen(() => import('../scanner/CameraScanner.tsx'), 'CameraScanner');

/** A variant of the shop's catalog, with the name of its product. */
export type SoldVariant = {
  id: number;
  name: string;
  price: number;
  stock: number;
  size: string | null;
  color: string | null;
  unit: string | null;
};

type Props = {
  shopId: number;
  chosen: SoldVariant | undefined;
  onChoose: (variant: SoldVariant | undefined) => void;
};

/** Finds what is sold in place of a line: by name, by a typed or scanned barcode, or with the camera. */
export function ReplacementSearch({ shopId, chosen, onChoose }: Props) {
  const t = useText();
  const { nameOf } = useLineText();
  const [search, setSearch] = useState('');
  const settled = useSettled(search.trim(), PAUSE_MS);
  const [isScanning, setScanning] = useState(false);
  if (chosen) {
    return (
      <Row justify="between" gap={2}>
        <strong>{nameOf(chosen)}</strong>
        <Button look="quiet" onClick={() => onChoose(undefined)}>
          {t('adjust.chooseOther')}
        </Button>
      </Row>
    );
  }
  return (
    <>
      <SearchField label={t('adjust.search')} value={search} onChange={setSearch} />
      <Button look="secondary" aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
        {t('productForm.scanBarcode')}
      </Button>
      {isScanning ? (
        <Suspense fallback={<Skeleton height="320px" radius="var(--radius-card)" />}>
          <Camera
            formats={PRODUCT_CODES}
            onRead={({ text }) => {
              setScanning(false);
              setSearch(text);
            }}
          />
        </Suspense>
      ) : null}
      <FoundVariants shopId={shopId} search={settled} onChoose={onChoose} />
    </>
  );
}

const SHORTEST_SEARCH = 2;
const PAUSE_MS = 250;
const MOST_PRODUCTS = 10;

const productsQuery = (shopId: number, search: string) =>
  queryOptions({
    queryKey: ['replacements', shopId, search] as const,
    queryFn: ({ signal }) => {
      const found = isProductBarcode(search) ? { barcode: search } : { search, limit: MOST_PRODUCTS };
      return call(listShopProducts, { params: { shopId }, query: { ...found, status: 'published' }, signal });
    },
    enabled: search.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

type FoundProps = { shopId: number; search: string; onChoose: (variant: SoldVariant) => void };

function FoundVariants({ shopId, search, onChoose }: FoundProps) {
  const t = useText();
  const { nameOf } = useLineText();
  const { data: products, error } = useQuery(productsQuery(shopId, search));
  if (error) return <Notice tone="error">{t('adjust.searchFailed')}</Notice>;
  if (!products || search.length < SHORTEST_SEARCH) return null;
  const variants = products.filter(({ published }) => published).flatMap(variantsOf);
  const offered = isProductBarcode(search) ? variants.filter(({ barcode }) => barcode === search) : variants;
  if (offered.length === 0) return <Notice>{t('adjust.noneFound')}</Notice>;
  return (
    <ul className={styles.suggestions} aria-label={t('adjust.found')}>
      {offered.map((variant) => (
        <li key={variant.id}>
          <button
            type="button"
            className={styles.suggestion}
            disabled={variant.stock === 0}
            onClick={() => onChoose(variant)}
          >
            <span>{nameOf(variant)}</span>
            <span>{variant.stock === 0 ? t('adjust.noStock') : formatRupees(variant.price)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const variantsOf = ({ name, variants }: ShopProduct) =>
  variants.map(({ id, price, stock, barcode, size, color, unit }) => ({
    id,
    name,
    price,
    stock,
    barcode,
    size: size?.name ?? null,
    color: color?.name ?? null,
    unit: unit?.name ?? null,
  }));
