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
};

type Props = {
  shopId: number;
  /** The item to replace. */
  item: OrderItemView;
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

const MOST_SIMILAR = 8;
const MOST_IN_CATEGORY = 100;

export const FRESH = { staleTime: 10_000 };

type SimilarProps = Omit<Props, 'chosen'>;

/** Goods on sale in a product's category, closest in price and size first; nothing for a product without a category. */
function SimilarVariants({ shopId, item, onChoose }: SimilarProps) {
  const t = useText();
  // A product that is no longer on sale has no category to be read: the search finds others.
  const { data: product } = useCall(getProduct, { params: { id: item.product_id } }, { ...FRESH, retry: false });
  const category = product?.category_id ?? undefined;
  const query = { category, status: 'published', limit: MOST_IN_CATEGORY } as const;
  const others = { ...FRESH, retry: false, enabled: category !== undefined };
  const { data: products = [] } = useCall(listShopProducts, { params: { shopId }, query }, others);
  const variants = products
    .flatMap((each) => {
      const others = each.variants.filter((variant) => each.id !== item.product_id || !isOfVariant(item, variant));
      return variantsOf({ name: each.name, variants: others });
    })
    .filter(({ stock }) => stock > 0)
    .toSorted((one, other) => unlikeness(item, one) - unlikeness(item, other))
    .slice(0, MOST_SIMILAR);
  return variants.length > 0 ? <Variants label={t('adjust.similar')} variants={variants} onChoose={onChoose} /> : null;
}

/** Whether the line has this variant of its product. */
export const isOfVariant = (item: OrderItemView, { size, color, unit }: ShopProduct['variants'][number]): boolean =>
  (size?.id ?? null) === item.size_id && (color?.id ?? null) === item.color_id && (unit?.id ?? null) === item.unit_id;

type Pack = Pick<SoldVariant, 'price' | 'unit'>;

/** How far a pack is from another, 0 for the same price and size: twice the price counts like twice the size. */
function unlikeness(one: Pack, other: Pack): number {
  const [size, otherSize] = [packSizeOf(one.unit ?? ''), packSizeOf(other.unit ?? '')];
  const ofSize = size?.per === otherSize?.per ? ratio(size?.quantity ?? 1, otherSize?.quantity ?? 1) : 1;
  return ratio(one.price, other.price) + ofSize;
}

const ratio = (one: number, other: number): number => Math.abs(Math.log2((one + 0.001) / (other + 0.001)));

type FoundProps = { shopId: number; search: string; onChoose: (variant: SoldVariant) => void };

function FoundVariants({ shopId, search, onChoose }: FoundProps) {
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
  return <Variants label={t('adjust.found')} variants={variants} onChoose={onChoose} />;
}

/** The scanned variant, if its product is on sale. */
function onSale(scanned: ScanAnswer): SoldVariant[] {
  if (scanned.kind !== 'product' || !scanned.product?.published) return [];
  return variantsOf(scanned.product).filter(({ id }) => id === scanned.variant.variant_id);
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
                : `${formatRupees(variant.price)} · ${t('stock.inStock', { amount: groupDigits(String(variant.stock)) })}`}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const variantsOf = ({ name, variants }: Pick<ShopProduct, 'name' | 'variants'>): SoldVariant[] =>
  variants.map(({ id, price, stock, size, color, unit }) => ({
    id,
    name,
    price,
    stock,
    size: size?.name ?? null,
    color: color?.name ?? null,
    unit: unit?.name ?? null,
  }));
