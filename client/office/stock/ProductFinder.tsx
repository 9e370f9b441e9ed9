import { findStockItems, type StockItem } from '@haat/contract/stock/stock-lists.calls';
import { listShopProducts, type ShopProduct } from '@haat/contract/catalog/products.calls';
import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { lazyScreen } from '../../lib/lazy-screen.ts';
import { useSettled } from '../../lib/use-settled.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useHandScanner } from '../../shared/scanner/keyboard-wedge.ts';
import { productCodeIn, scanProduct } from '../catalog/scan-product.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

// Loaded on demand: many shops have a hand scanner, which types like a keyboard.
const Camera = lazyScreen(() => import('../../shared/scanner/CameraScanner.tsx'), 'CameraScanner');

/** A variant of the shop, as a search finds it. */
type Found = { variant_id: number; name: string; option: string | null; stock: number };

/** With its prices, if the user may see them. */
export type FoundVariant = Found & { price: number; mrp: number | null };

type Find<Item extends Found> = (shopId: number, search: string, signal: AbortSignal) => Promise<Item[]>;

type Props<Item extends Found> = {
  shopId: number;
  /** The effect of a tap on a found variant, for screen readers. */
  action: 'stockTake.countOne' | 'purchase.addOne';
  find: Find<Item>;
  onCode: (barcode: string) => void;
  onChoose: (variant: Item) => void;
};

/** Finds variants: with a hand scanner from anywhere, with the camera, or by name and a tap. */
export function ProductFinder<Item extends Found>({ shopId, action, find, onCode, onChoose }: Props<Item>) {
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
      <FoundList shopId={shopId} search={settled} action={action} find={find} onChoose={onChoose} />
    </Stack>
  );
}

const SHORTEST_SEARCH = 2;
const PAUSE_MS = 250;
const MOST_PRODUCTS = 10;

const foundQuery = <Item extends Found>({ shopId, search, action, find }: Omit<ListProps<Item>, 'onChoose'>) =>
  queryOptions({
    queryKey: ['stock', shopId, 'found', action, search] as const,
    queryFn: ({ signal }) => find(shopId, search, signal),
    enabled: search.length >= SHORTEST_SEARCH,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** The variant of the shop that has the barcode, or those whose product has the words, without prices. */
export async function findStock(shopId: number, search: string, signal: AbortSignal): Promise<StockItem[]> {
  const code = productCodeIn(search);
  if (code === undefined) return call(findStockItems, { params: { shopId }, query: { search }, signal });
  const scanned = await scanProduct(shopId, code, signal);
  return scanned ? [scanned.variant] : [];
}

/** The same with prices. */
export async function findVariants(shopId: number, search: string, signal: AbortSignal): Promise<FoundVariant[]> {
  const code = productCodeIn(search);
  if (code !== undefined) {
    const variant = await scanVariant(shopId, code, signal);
    return variant ? [variant] : [];
  }
  const query = { search, limit: MOST_PRODUCTS };
  return (await call(listShopProducts, { params: { shopId }, query, signal })).flatMap(variantsOf);
}

/** The variant of the shop that a scanned code names, with its prices. */
export async function scanVariant(
  shopId: number,
  code: string,
  signal?: AbortSignal,
): Promise<FoundVariant | undefined> {
  const scanned = await scanProduct(shopId, code, signal);
  return scanned?.product && variantsOf(scanned.product).find((each) => each.variant_id === scanned.variant.variant_id);
}

const variantsOf = ({ name, variants }: ShopProduct): FoundVariant[] =>
  variants.map(({ id, price, mrp, stock, size, color, unit }) => ({
    variant_id: id,
    name,
    option: [size, color, unit].flatMap((option) => option?.name ?? []).join(' · ') || null,
    stock,
    price,
    mrp,
  }));

type ListProps<Item extends Found> = Omit<Props<Item>, 'onCode'> & { search: string };

function FoundList<Item extends Found>({ shopId, search, action, find, onChoose }: ListProps<Item>) {
  const t = useText();
  const textOf = useVariantText();
  const { data: found, error } = useQuery(foundQuery({ shopId, search, action, find }));
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
            <span className={styles.quiet}>{t('stock.inStock', { count: variant.stock })}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
