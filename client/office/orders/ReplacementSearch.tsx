import { getProduct, listShopProducts, type ShopProduct } from '@haat/contract/catalog/products.calls';
import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import { formatRupees } from '@haat/contract/rupees';
import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
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
import styles from '../catalog/editor/ProductForm.module.css';
import { productCodeIn, scanProduct } from '../catalog/scan-product.ts';
import { useLineText } from '../../shared/orders/order-lines.ts';

// Loaded on demand: many shops have a hand scanner, which types like a keyboard.
const Camera = lazyScreen(() => import('../../shared/scanner/CameraScanner.tsx'), 'CameraScanner');

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
  /** The item to replace. */
  item: Pick<OrderItemView, 'product_id' | 'price'>;
  chosen: SoldVariant | undefined;
  onChoose: (variant: SoldVariant | undefined) => void;
};

/** Finds a replacement for a line: among similar goods, by name, by a typed or scanned barcode, or with the camera. */
export function ReplacementSearch({ shopId, item, chosen, onChoose }: Props) {
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
      {settled.length < SHORTEST_SEARCH ? (
        <SimilarVariants shopId={shopId} item={item} onChoose={onChoose} />
      ) : (
        <FoundVariants shopId={shopId} search={settled} onChoose={onChoose} />
      )}
    </>
  );
}

const SHORTEST_SEARCH = 2;
const PAUSE_MS = 250;
const MOST_PRODUCTS = 10;

/** The variant on sale that has the barcode, or those whose product has the words. */
const variantsQuery = (shopId: number, search: string) =>
  queryOptions({
    queryKey: ['replacements', shopId, search] as const,
    queryFn: async ({ signal }) => {
      const code = productCodeIn(search);
      if (code === undefined) {
        const query = { search, limit: MOST_PRODUCTS, status: 'published' } as const;
        return (await call(listShopProducts, { params: { shopId }, query, signal })).flatMap(variantsOf);
      }
      const scanned = await scanProduct(shopId, code, signal);
      if (!scanned?.product?.published) return [];
      return variantsOf(scanned.product).filter(({ id }) => id === scanned.variant.variant_id);
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

const MOST_SIMILAR = 8;

/** The products on sale in the category of a product, closest price first; empty for a product without a category. */
const similarQuery = (shopId: number, { product_id: id, price }: Props['item']) =>
  queryOptions({
    queryKey: ['replacements', shopId, 'similar', id, price] as const,
    queryFn: async ({ signal }) => {
      const { category_id: category } = await call(getProduct, { params: { id }, signal });
      if (category === null) return [];
      const query = { category, status: 'published', limit: MOST_IN_CATEGORY } as const;
      const products = await call(listShopProducts, { params: { shopId }, query, signal });
      const distance = (variant: SoldVariant) => Math.abs(variant.price - price);
      return products
        .filter((product) => product.id !== id)
        .flatMap(variantsOf)
        .filter(({ stock }) => stock > 0)
        .toSorted((one, other) => distance(one) - distance(other))
        .slice(0, MOST_SIMILAR);
    },
    staleTime: 10_000,
  });

const MOST_IN_CATEGORY = 100;

type SimilarProps = Omit<Props, 'chosen'>;

// A product that is no longer on sale has no category to be read: the search finds others.
function SimilarVariants({ shopId, item, onChoose }: SimilarProps) {
  const t = useText();
  const { data: variants = [] } = useQuery({ ...similarQuery(shopId, item), retry: false });
  return variants.length > 0 ? <Variants label={t('adjust.similar')} variants={variants} onChoose={onChoose} /> : null;
}

type FoundProps = { shopId: number; search: string; onChoose: (variant: SoldVariant) => void };

function FoundVariants({ shopId, search, onChoose }: FoundProps) {
  const t = useText();
  const { data: variants, error } = useQuery(variantsQuery(shopId, search));
  if (error) return <Notice tone="error">{t('adjust.searchFailed')}</Notice>;
  if (!variants) return null;
  if (variants.length === 0) return <Notice>{t('adjust.noneFound')}</Notice>;
  return <Variants label={t('adjust.found')} variants={variants} onChoose={onChoose} />;
}

type VariantsProps = { label: string; variants: readonly SoldVariant[]; onChoose: (variant: SoldVariant) => void };

function Variants({ label, variants, onChoose }: VariantsProps) {
  const t = useText();
  const { nameOf } = useLineText();
  return (
    <ul className={styles.suggestions} aria-label={label}>
      {variants.map((variant) => (
        <li key={variant.id}>
          <button
            type="button"
            className={styles.suggestion}
            disabled={variant.stock === 0}
            onClick={() => onChoose(variant)}
          >
            <span>{nameOf(variant)}</span>
            <span>
              {variant.stock === 0
                ? t('adjust.noStock')
                : `${formatRupees(variant.price)} · ${t('stock.inStock', { count: variant.stock })}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const variantsOf = ({ name, variants }: ShopProduct): SoldVariant[] =>
  variants.map(({ id, price, stock, size, color, unit }) => ({
    id,
    name,
    price,
    stock,
    size: size?.name ?? null,
    color: color?.name ?? null,
    unit: unit?.name ?? null,
  }));
