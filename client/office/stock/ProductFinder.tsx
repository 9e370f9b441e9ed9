import { scan, type ScanAnswer } from '@haat/contract/orders/scan.calls';
import { findStockItems, type StockItem } from '@haat/contract/stock/stock-lists.calls';
import { listShopProducts, type ShopProduct } from '@haat/contract/catalog/products.calls';
import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
import { keepPreviousData, useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { type CallKey, callQuery, useCall } from '../../lib/call-query.ts';
import { lazyScreen } from '../../lib/lazy.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useHandScanner } from '../../shared/scanner/keyboard-wedge.ts';
import { productCodeIn } from '../catalog/scan-product.ts';
import { stockText } from './signed.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

// Loaded on demand: many shops have a hand scanner, which types like a keyboard.
const Camera = lazyScreen(() => import('../../shared/scanner/CameraScanner.tsx'), 'CameraScanner');

/** A variant of the shop, as a search finds it. */
type Found = Pick<StockItem, 'variant_id' | 'name' | 'option' | 'stock' | 'stock_unit' | 'content'>;

/** With its prices, if the user may see them. */
export type FoundVariant = Found & { price: number; mrp: number | null };

/** How variants are found by words, and what of an answer to a code is one. */
type Finder<Read, Item extends Found> = {
  find: (shopId: number, search: string) => UseQueryOptions<Read, Error, Item[], CallKey>;
  scanned: (answer: ScanAnswer) => Item[];
};

type Props<Read, Item extends Found> = {
  shopId: number;
  /** The effect of a tap on a found variant, for screen readers. */
  action: 'stockTake.countOne' | 'purchase.addOne';
  finder: Finder<Read, Item>;
  onCode: (barcode: string) => void;
  onChoose: (variant: Item) => void;
};

/** Finds variants: with a hand scanner from anywhere, with the camera, or by name and a tap. */
export function ProductFinder<Read, Item extends Found>(props: Props<Read, Item>) {
  const { shopId, action, finder, onCode, onChoose } = props;
  const t = useText();
  const [search, setSearch] = useState('');
  const [isScanning, setScanning] = useState(false);
  const settled = useSettled(search.trim(), PAUSE_MS);
  useHandScanner((code) => onCode(code));
  return (
    <Stack gap={3}>
      <Row gap={2}>
        <div className={styles.search}>
          <SearchField label={t('stock.search')} value={search} onChange={setSearch} />
        </div>
        <Button look="secondary" aria-expanded={isScanning} onClick={() => setScanning(!isScanning)}>
          {t(isScanning ? 'stock.stopCamera' : 'stock.camera')}
        </Button>
      </Row>
      {isScanning ? (
        <Suspense fallback={<Skeleton height="320px" radius="var(--radius-card)" />}>
          <Camera formats={PRODUCT_CODES} onRead={({ text }) => onCode(text)} />
        </Suspense>
      ) : null}
      <FoundList shopId={shopId} search={settled} action={action} finder={finder} onChoose={onChoose} />
    </Stack>
  );
}

const SHORTEST_SEARCH = 2;
const PAUSE_MS = 250;
const MOST_PRODUCTS = 10;

/** Variants by name or the beginning of their barcode, without prices. */
export const stockFinder: Finder<StockItem[], StockItem> = {
  find: (shopId, search) => callQuery(findStockItems, { params: { shopId }, query: { search } }),
  scanned: (answer) => (answer.kind === 'product' ? [answer.variant] : []),
};

/** The variants whose product has the words, with their prices. */
export const variantFinder: Finder<ShopProduct[], FoundVariant> = {
  find: (shopId, search) =>
    callQuery(
      listShopProducts,
      { params: { shopId }, query: { search, limit: MOST_PRODUCTS } },
      { select: (products) => products.flatMap(variantsOf) },
    ),
  scanned: (answer) => scannedVariants(answer),
};

/** The variant of the shop that a scanned code names, with its prices. */
export async function scanVariant(shopId: number, code: string): Promise<FoundVariant | undefined> {
  return scannedVariants(await call(scan, { query: { code, shopId } }))[0];
}

const scannedVariants = (answer: ScanAnswer): FoundVariant[] =>
  answer.kind === 'product' && answer.product
    ? variantsOf(answer.product).filter(({ variant_id: id }) => id === answer.variant.variant_id)
    : [];

const variantsOf = ({ name, variants }: ShopProduct): FoundVariant[] =>
  variants.map(({ id, price, mrp, stock_amount: stock, stock_unit, content, size, color, unit }) => ({
    variant_id: id,
    name,
    option: [size, color, unit].flatMap((option) => option?.name ?? []).join(' · ') || null,
    stock,
    stock_unit,
    content,
    price,
    mrp,
  }));

type ListProps<Read, Item extends Found> = Omit<Props<Read, Item>, 'onCode'> & { search: string };

function FoundList<Read, Item extends Found>(props: ListProps<Read, Item>) {
  const { shopId, search, action, finder, onChoose } = props;
  const t = useText();
  const textOf = useVariantText();
  const code = productCodeIn(search);
  const options = { placeholderData: keepPreviousData, staleTime: 10_000 };
  const isSearched = code === undefined && search.length >= SHORTEST_SEARCH;
  const byWords = useQuery({ ...finder.find(shopId, search), ...options, enabled: isSearched });
  const byCode = useCall(
    scan,
    { query: { code: code ?? '', shopId } },
    { ...options, enabled: code !== undefined, select: finder.scanned },
  );
  const { data: found, error } = code === undefined ? byWords : byCode;
  if (search.length < SHORTEST_SEARCH) return null;
  if (error) return <Notice tone="error">{t('stock.searchFailed')}</Notice>;
  if (!found) return null;
  if (found.length === 0) return <Notice>{t('productList.noMatch', { search })}</Notice>;
  return (
    <ul className={styles.found} aria-label={t('stock.found')}>
      {found.map((variant) => (
        <li key={variant.variant_id}>
          <button
            type="button"
            className={styles.choice}
            aria-label={t(action, { name: textOf(variant) })}
            onClick={() => onChoose(variant)}
          >
            <span>{textOf(variant)}</span>
            <span className={styles.quiet}>
              {t('stock.inStock', { amount: stockText(variant.stock, variant.stock_unit) })}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
