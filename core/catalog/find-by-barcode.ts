import { articleOf, isInStoreBarcode } from '@haat/contract/catalog/barcode';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { readScaleLabel, type Weighed } from '@haat/contract/catalog/scale-label';
import { type Connection, one, sql } from '../db/database.ts';
import { Shop } from '../db/shops.models.ts';
import { articleIn } from './barcode.sql.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from './product.sql.ts';

type Barcode = { shopId: number; barcode: string };

/** The id of the variant of a shop that has the barcode; of several products with forms of it, the first one on sale. */
export async function findVariantByBarcode(barcode: Barcode, on?: Connection): Promise<number | undefined> {
  return (await one(FIND_VARIANT, paramsOf(barcode), on))?.id;
}

/** `weighed`: what the label of a scale says of its parcel. */
export type FoundVariant = {
  product: ShopProduct;
  variant: ShopProduct['variants'][number];
  weighed?: Weighed | undefined;
};

/**
 * The same variant with its product, also a hidden one, as its managers see it. A barcode that no variant has may be on a label of
 * the shop's scale; it then finds the item.
 */
export async function findProductByBarcode({ shopId, barcode }: Barcode): Promise<FoundVariant | undefined> {
  const found = await findExact({ shopId, barcode });
  if (found || !isInStoreBarcode(barcode)) return found;
  const shop = await Shop.query().findById(shopId).select('scaleLabel');
  const { codes = [], weighed } = readScaleLabel(barcode, shop?.scaleLabel) ?? {};
  for (const code of codes) {
    const item = await findExact({ shopId, barcode: code });
    if (item) return { ...item, weighed };
  }
  return undefined;
}

async function findExact(barcode: Barcode): Promise<FoundVariant | undefined> {
  const found = await one(FIND_PRODUCT, paramsOf(barcode));
  const variant = found?.product.variants.find(({ id }) => id === found.id);
  return found && variant && { product: found.product, variant };
}

type Params = Barcode & { article: string };

const paramsOf = ({ shopId, barcode }: Barcode): Params => ({ shopId, barcode, article: articleOf(barcode) });

const VARIANT_WITH_BARCODE = `
  SELECT coded.id, coded.product_id FROM variants coded JOIN products sold ON sold.id = coded.product_id
  WHERE ${articleIn('coded.barcode')} = :article AND coded.deleted_at IS NULL
    AND sold.shop_id = :shopId AND sold.deleted_at IS NULL
  ORDER BY NOT sold.is_published, coded.barcode <> :barcode, coded.id LIMIT 1`;

const FIND_VARIANT = sql<Params, { id: number }>(VARIANT_WITH_BARCODE);

export const FIND_PRODUCT = sql<Params, { id: number; product: ShopProduct }>(
  `SELECT found.id, ${SHOP_PRODUCT_JSON} AS product
   FROM (${VARIANT_WITH_BARCODE}) found JOIN products p ON p.id = found.product_id ${SHOP_VARIANTS_OF_PRODUCT}`,
);
