import { packSizeOf } from '@haat/contract/catalog/pack-size';
import { getProduct, listShopProducts, type ShopProduct } from '@haat/contract/catalog/products.calls';
import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import { formatRupees, groupDigits } from '@haat/contract/rupees';
import { scan, type ScanAnswer } from '@haat/contract/orders/scan.calls';
import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
import { keepPreviousData } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { productCodeIn } from '../catalog/scan-product.ts';
import { useLineText } from '../../shared/orders/order-lines.ts';
import styles from '../catalog/editor/ProductForm.module.css';

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
  barcode: string | null;
} & VariantIds;

/** What makes a variant of an order's line the same as one of the catalog. */
type VariantIds = Pick<OrderItemView, 'product_id' | 'size_id' | 'color_id' | 'unit_id'>;

type Props = {
  shopId: number;
  /** The item to replace; none to add one. */
  item?: OrderItemView;
  /** Whether the order has the variant already. */
  isTaken: (variant: SoldVariant) => boolean;
  chosen: SoldVariant | undefined;
  onChoose: (variant: SoldVariant | undefined) => void;
};

/**
 * Finds an item to add, or to replace another one: among similar goods then, by name, by a typed or scanned barcode, or with the
 * camera.
 */
export function VariantSearch({ shopId, item, isTaken, chosen, onChoose }: Props) {
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
      {settled.length >= SHORTEST_SEARCH ? (
        <FoundVariants shopId={shopId} search={settled} isTaken={isTaken} onChoose={onChoose} />
      ) : item ? (
        <SimilarVariants shopId={shopId} item={item} isTaken={isTaken} onChoose={onChoose} />
      ) : null}
    </>
  );
}

const SHORTEST_SEARCH = 2;
const PAUSE_MS = 250;
const MOST_PRODUCTS = 10;

const MOST_SIMILAR = 8;
const MOST_IN_CATEGORY = 100;

const FRESH = { staleTime: 10_000 };

type SimilarProps = Omit<Props, 'chosen' | 'item'> & { item: OrderItemView };

/** Goods on sale in a product's category, closest in price and size first; nothing for a product without a category. */
function SimilarVariants({ shopId, item, isTaken, onChoose }: SimilarProps) {
  const t = useText();
  // A product that is no longer on sale has no category to be read: the search finds others.
  const { data: product } = useCall(getProduct, { params: { id: item.product_id } }, { ...FRESH, retry: false });
  const category = product?.category_id ?? undefined;
  const query = { category, status: 'published', limit: MOST_IN_CATEGORY } as const;
  const others = { ...FRESH, retry: false, enabled: category !== undefined };
  const { data: products = [] } = useCall(listShopProducts, { params: { shopId }, query }, others);
  const variants = products
    .flatMap(variantsOf)
    .filter((variant) => variant.stock > 0 && !isTaken(variant))
    .toSorted((one, other) => unlikeness(item, one) - unlikeness(item, other))
    .slice(0, MOST_SIMILAR);
  return variants.length > 0 ? (
    <Variants label={t('adjust.similar')} variants={variants} isTaken={isTaken} onChoose={onChoose} />
  ) : null;
}

const ID_FIELDS = ['product_id', 'size_id', 'color_id', 'unit_id'] as const;

/** Whether a line has this variant. */
export const isOfVariant = (item: VariantIds, variant: VariantIds): boolean =>
  ID_FIELDS.every((field) => item[field] === variant[field]);

type Pack = Pick<SoldVariant, 'price' | 'unit'>;

/** How far a pack is from another, 0 for the same price and size: twice the price counts like twice the size. */
function unlikeness(one: Pack, other: Pack): number {
  const [size, otherSize] = [packSizeOf(one.unit ?? ''), packSizeOf(other.unit ?? '')];
  const ofSize = size?.per === otherSize?.per ? ratio(size?.quantity ?? 1, otherSize?.quantity ?? 1) : 1;
  return ratio(one.price, other.price) + ofSize;
}

const ratio = (one: number, other: number): number => Math.abs(Math.log2((one + 0.001) / (other + 0.001)));

type FoundProps = Pick<Props, 'shopId' | 'isTaken'> & { search: string; onChoose: (variant: SoldVariant) => void };

function FoundVariants({ shopId, search, isTaken, onChoose }: FoundProps) {
  const t = useText();
  const code = productCodeIn(search);
  const options = { ...FRESH, placeholderData: keepPreviousData };
  const query = { search, limit: MOST_PRODUCTS, status: 'published' } as const;
  const byWords = useCall(listShopProducts, { params: { shopId }, query }, { ...options, enabled: code === undefined });
  const byCode = useCall(scan, { query: { code: code ?? '', shopId } }, { ...options, enabled: code !== undefined });
  const { error } = code === undefined ? byWords : byCode;
  const variants = code === undefined ? byWords.data?.flatMap(variantsOf) : byCode.data && onSale(byCode.data);
  if (error) return <Notice tone="error">{t('adjust.searchFailed')}</Notice>;
  if (!variants) return null;
  if (variants.length === 0) return <Notice>{t('adjust.noneFound')}</Notice>;
  return <Variants label={t('adjust.found')} variants={variants} isTaken={isTaken} onChoose={onChoose} />;
}

/** The scanned variant, if its product is on sale. */
function onSale(scanned: ScanAnswer): SoldVariant[] {
  if (scanned.kind !== 'product' || !scanned.product?.published) return [];
  return variantsOf(scanned.product).filter(({ id }) => id === scanned.variant.variant_id);
}

type VariantsProps = Pick<FoundProps, 'isTaken' | 'onChoose'> & { label: string; variants: readonly SoldVariant[] };

function Variants({ label, variants, isTaken, onChoose }: VariantsProps) {
  const t = useText();
  const { nameOf } = useLineText();
  const aboutOf = (variant: SoldVariant) => {
    if (isTaken(variant)) return t('adjust.inOrder');
    if (variant.stock === 0) return t('adjust.noStock');
    return `${formatRupees(variant.price)} · ${t('stock.inStock', { amount: groupDigits(String(variant.stock)) })}`;
  };
  return (
    <ul className={styles.suggestions} aria-label={label}>
      {variants.map((variant) => (
        <li key={variant.id}>
          <button
            type="button"
            className={styles.suggestion}
            disabled={variant.stock === 0 || isTaken(variant)}
            onClick={() => onChoose(variant)}
          >
            <span>{nameOf(variant)}</span>
            <span>{aboutOf(variant)}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const variantsOf = ({ id: product_id, name, variants }: ShopProduct): SoldVariant[] =>
  variants.map(({ id, price, stock, size, color, unit, barcode }) => ({
    id,
    product_id,
    name,
    price,
    stock,
    barcode,
    size: size?.name ?? null,
    color: color?.name ?? null,
    unit: unit?.name ?? null,
    size_id: size?.id ?? null,
    color_id: color?.id ?? null,
    unit_id: unit?.id ?? null,
  }));
