import { lowAt } from './low-stock.sql.ts';
import { itemsOf } from './product-listing.sql.ts';

/** The JSON of a product `p` in responses, from its variants `v` (a JSON list), its category and the parent category. */
export const PRODUCT_JSON = `
  json_build_object(
    'id', p.id, 'name', p.name, 'description', p.description,
    'price', v.list -> 0 -> 'price', 'stock', v.list -> 0 -> 'stock', 'image', p.image,
    'category_name', coalesce(parent.name, category.name, 'Uncategorized'),
    'category', coalesce(parent.name, category.name),
    'subcategory', CASE WHEN parent.id IS NOT NULL THEN category.name END,
    'category_id', p.category_id,
    'category_position', (
      SELECT array_position(category_order, coalesce(parent.id, category.id)) FROM catalogs WHERE shop_id = p.shop_id),
    'unit', v.list -> 0 -> 'unit' -> 'name',
    'unitPrice', CASE WHEN v.list -> 0 ->> 'unit' IS NOT NULL THEN v.list -> 0 -> 'price' END,
    'unitStock', CASE WHEN v.list -> 0 ->> 'unit' IS NOT NULL THEN v.list -> 0 -> 'stock' END,
    'units', v.units, 'variants', v.list, 'barcode', v.barcode, 'shopId', p.shop_id, 'shop_id', p.shop_id
  )`;

const variantsOfProduct = (more: string) => `
  CROSS JOIN LATERAL (
    SELECT
      json_agg(json_build_object(
        'id', each.id, 'price', each.price_paise::float8 / 100, 'mrp', each.mrp_paise::float8 / 100, 'stock', ${itemsOf('each')},${more}
        'size', CASE WHEN size.id IS NOT NULL THEN json_build_object('id', size.id, 'name', size.name) END,
        'color', CASE WHEN color.id IS NOT NULL THEN json_build_object('id', color.id, 'name', color.name) END,
        'unit', CASE WHEN unit.id IS NOT NULL THEN json_build_object('id', unit.id, 'name', unit.name) END
      ) ORDER BY each.position, each.id) AS list,
      coalesce(json_agg(json_build_object(
        'id', unit.id, 'name', unit.name, 'price', each.price_paise::float8 / 100, 'stock', ${itemsOf('each')}
      ) ORDER BY each.position, each.id) FILTER (WHERE each.nth_of_unit = 1 AND unit.id IS NOT NULL), '[]') AS units,
      (array_agg(each.barcode ORDER BY each.position, each.id))[1] AS barcode
    FROM (
      SELECT *, row_number() OVER (PARTITION BY unit_id ORDER BY position, id) AS nth_of_unit
      FROM variants WHERE product_id = p.id AND deleted_at IS NULL
    ) each
    LEFT JOIN sizes size ON size.id = each.size_id
    LEFT JOIN colors color ON color.id = each.color_id
    LEFT JOIN units unit ON unit.id = each.unit_id
  ) v
  LEFT JOIN categories category ON category.id = p.category_id
  LEFT JOIN categories parent ON parent.id = category.parent_id`;

/** The variants of a product `p` in their order, and its units with the price and stock of the first variant in each. */
export const VARIANTS_OF_PRODUCT = variantsOfProduct('');

/** The same for managers of the shop, with barcodes and the stock at which each is low. */
export const SHOP_VARIANTS_OF_PRODUCT = variantsOfProduct(` 'stock_unit', each.stock_unit,
        'content', each.content, 'stock_amount', each.stock, 'barcode', each.barcode, 'low_at', ${lowAt('each')},`);

/** The fields that only the page and the edit form of a product have. */
const PAGE_FIELDS = `
    'pictures', (
      SELECT coalesce(json_agg(listed.image ORDER BY listed.position), '[]')
      FROM (
        SELECT 0 AS position, p.image WHERE p.image IS NOT NULL
        UNION ALL SELECT position, image FROM product_pictures WHERE product_id = p.id
      ) listed
    ),
    'details', json_build_object(
      'hindi_name', p.hindi_name, 'net_quantity', p.net_quantity, 'maker_role', p.maker_role,
      'maker_name', p.maker_name, 'maker_address', p.maker_address, 'country_of_origin', p.country_of_origin,
      'fssai_licence', p.fssai_licence, 'best_before', p.best_before
    )`;

/** A product as its page shows it. */
export const PRODUCT_PAGE_JSON = `${PRODUCT_JSON}::jsonb || jsonb_build_object(${PAGE_FIELDS})`;

/** A product for managers of its shop. `version` changes with each edit of the row. */
export const SHOP_PRODUCT_JSON = `${PRODUCT_JSON}::jsonb || jsonb_build_object(${PAGE_FIELDS},
    'published', p.is_published, 'version', (extract(epoch FROM p.updated_at) * 1000000)::bigint::text
  )`;
