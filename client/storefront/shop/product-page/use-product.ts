import { getProduct, listProducts, type ProductDetails, type ProductView } from '@haat/contract/catalog/products.calls';
import type { ShopView } from '@haat/contract/shops/shops.calls';
import { isMissing } from '../../../lib/api-error.ts';
import { useCall } from '../../../lib/call-query.ts';

const PRODUCT_ID = /^[1-9]\d{0,14}$/;

type ShownProduct = {
  product: ProductView | undefined;
  /** All pictures, the main one first. */
  pictures: readonly string[];
  /** Undefined until they are loaded. */
  details: ProductDetails | undefined;
  /** There is no such product in this shop. */
  isGone: boolean;
  /** The product, or its details, could not be loaded. */
  hasFailed: boolean;
  retry: () => void;
};

/**
 * The product of an address. Until its details are loaded it is shown as the catalog has it, which a visitor who comes from
 * there has loaded already, and which is there without a connection.
 */
export function useProduct(shop: ShopView | undefined, id: string): ShownProduct {
  const isId = PRODUCT_ID.test(id);
  const page = useCall(getProduct, { params: { id } }, { enabled: isId && shop !== undefined });
  const isRefused = !isId || isMissing(page.error);
  const needsCatalog = shop !== undefined && page.failureCount > 0 && !page.data && !isRefused;
  const catalog = useCall(listProducts, { query: { shopId: shop?.id ?? 0 } }, { enabled: needsCatalog });
  const product = page.data ?? catalog.data?.find((each) => String(each.id) === id);
  const isForeign = shop !== undefined && product !== undefined && product.shopId !== shop.id;
  return {
    product,
    pictures: page.data?.pictures ?? (product?.image ? [product.image] : []),
    details: page.data?.details,
    isGone: isRefused || isForeign,
    hasFailed: page.isLoadingError,
    retry: () => void page.refetch(),
  };
}
