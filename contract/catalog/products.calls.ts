import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { CATEGORY_PATHS, PRODUCT_PATHS } from '../changes.ts';
import {
  addProductForm,
  changeProductForm,
  publishProductBody,
  setPriceBody,
  setStockBody,
} from './product-forms.calls.ts';
import { keptFields } from './stock-unit.calls.ts';
import { MAKER_ROLES, MAX_PICTURES } from './product-input.ts';
import { id, idParam, idParams, singleLine, page, rupees, searchText } from '../common.ts';

export const productsQuery = page.extend({ shopId: idParam });

const option = z.object({ id, name: z.string() });

export const variantView = z
  .object({
    id,
    price: rupees,
    mrp: rupees.nullable(),
    stock: z.number().int(),
    size: option.nullable(),
    color: option.nullable(),
    unit: option.nullable(),
  })
  .meta({ id: 'Variant' });

/** Customers buy a variant; the product's own price, stock, unit and so on come from its first variant. */
export const productView = z
  .object({
    id,
    name: z.string(),
    description: z.string().nullable(),
    price: rupees,
    stock: z.number().int(),
    image: z
      .string()
      .nullable()
      .meta({ description: 'Server-relative; sizes -160, -320 and -640, those named -large also -960' }),
    category_name: z.string(),
    category: z.string().nullable(),
    subcategory: z.string().nullable(),
    category_id: id.nullable(),
    category_position: z
      .number()
      .int()
      .nullish()
      .meta({ description: 'Of `category` in the order of the shop; those without one follow by name' }),
    unit: z.string().nullable(),
    unitPrice: rupees.nullable(),
    unitStock: z.number().int().nullable(),
    units: z.array(z.object({ id, name: z.string(), price: rupees, stock: z.number().int() })),
    variants: z.array(variantView).min(1),
    barcode: z.string().nullish().meta({ description: 'Of the first variant' }),
    shopId: id,
    shop_id: id.optional().meta({ description: 'The same as `shopId`' }),
  })
  .meta({ id: 'Product' });
export type ProductView = z.infer<typeof productView>;
export type VariantView = z.infer<typeof variantView>;

/** The declarations on the page of a product. `net_quantity` is null if the unit of each variant states it. */
const productDetails = z
  .object({
    hindi_name: z.string().nullable(),
    net_quantity: z.string().nullable(),
    maker_role: z.enum(MAKER_ROLES).nullable(),
    maker_name: z.string().nullable(),
    maker_address: z.string().nullable(),
    country_of_origin: z.string().nullable(),
    fssai_licence: z.string().nullable(),
    best_before: z.string().nullable(),
  })
  .meta({ id: 'ProductDetails' });
export type ProductDetails = z.infer<typeof productDetails>;

/** The fields that a catalog leaves out to stay small, and the barcode, which is always included here. */
const pageFields = {
  barcode: z.string().nullable().meta({ description: 'Of the first variant' }),
  pictures: z.array(z.string()).meta({ description: 'All pictures, the main one first' }),
  details: productDetails,
};

/** A product as its page shows it. */
export const productPage = productView.extend(pageFields).meta({ id: 'ProductPage' });
export type ProductPage = z.infer<typeof productPage>;

const shopVariant = variantView
  .extend({
    ...keptFields,
    stock_amount: z.number().int().meta({ description: 'The stock in its unit; `stock` is how many items are in it' }),
    barcode: z.string().nullable(),
    low_at: z
      .number()
      .int()
      .meta({ description: 'The amount at which it is low: its own level, or as many items as its shop says' }),
  })
  .meta({ id: 'ShopVariant' });

/** A product, for the managers of its shop; `version` changes with every edit, but not with a sale. */
export const shopProductView = productView
  .extend({
    variants: z.array(shopVariant).min(1),
    ...pageFields,
    published: z.boolean(),
    version: z.string(),
  })
  .meta({ id: 'ShopProduct' });
export type ShopProduct = z.infer<typeof shopProductView>;

/** The filters of a shop's own product list. */
const PRODUCT_STATUSES = ['all', 'published', 'hidden', 'low', 'no_picture', 'no_barcode'] as const;
export type ProductStatus = (typeof PRODUCT_STATUSES)[number];

const PRODUCT_SORTS = ['name', 'price', 'stock', 'changed'] as const;
export type ProductSort = (typeof PRODUCT_SORTS)[number];
export type SortOrder = 'asc' | 'desc';

export const shopProductsParams = z.object({ shopId: idParam });
const productFilterQuery = z.object({
  search: searchText(120).optional().meta({ description: 'Words in the name, or a barcode prefix' }),
  status: z
    .enum(PRODUCT_STATUSES)
    .default('all')
    .meta({ description: 'low: a variant is low on stock or sold out; no_barcode: a variant has none' }),
  category: idParam.optional().meta({ description: 'A category with its subcategories, or a subcategory' }),
});
export const shopProductsQuery = page.extend({
  ...productFilterQuery.shape,
  sort: z
    .enum(PRODUCT_SORTS)
    .default('name')
    .meta({ description: 'price and stock: by the lowest of the variants, descending by the highest' }),
  order: z.enum(['asc', 'desc']).default('asc'),
  after_value: z
    .string()
    .regex(/^\d{1,16}(\.\d{1,2})?$/, 'must be a number')
    .optional()
    .meta({
      description:
        'The price, stock or version of `after` when its page was read. If missing, its present value is used',
    }),
  // Asked for by screens of the version before `GET /api/scan`, which stay open while the server is upgraded.
  barcode: searchText(40).optional().meta({ description: 'The barcode of a product; the other filters are ignored' }),
});

const named = z.object({ id, name: z.string() });
const placed = named.extend({
  position: z
    .number()
    .int()
    .optional()
    .meta({ description: 'In the order of the shop; those without one follow by name' }),
});

/** A created or existing category, subcategory or unit. */
export const namedView = named.meta({ id: 'Named' });
export type NamedView = z.infer<typeof namedView>;

/** A category with its subcategories. */
export const categoryView = placed.extend({ children: z.array(placed) }).meta({ id: 'Category' });
export type CategoryView = z.infer<typeof categoryView>;

/** The shop whose own categories and units are included; optional for members. */
export const ownShopQuery = z.object({ shop_id: idParam.optional() });

export const createCategoryBody = z.object({ name: singleLine(60), parent_id: id.nullish(), shop_id: id.optional() });
export const createUnitBody = z.object({ name: singleLine(60), shop_id: id.optional() });

export const listProducts = endpoint({
  method: 'get',
  path: '/api/products',
  access: 'public',
  summary: "Get a shop's catalog",
  query: productsQuery,
  output: z.array(productView),
  errors: ['not_found'],
});

export const getProduct = endpoint({
  method: 'get',
  path: '/api/products/:id',
  access: 'public',
  summary: 'Get a published product',
  params: idParams,
  output: productPage,
});

export const addProduct = endpoint({
  method: 'post',
  path: '/api/products',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Add a product',
  isIdempotent: true,
  form: {
    fields: addProductForm,
    file: { field: 'image', kind: 'picture', most: MAX_PICTURES },
    ignoresEmptyFields: true,
  },
  status: 201,
  output: shopProductView,
  errors: ['not_found', 'barcode_taken', 'catalog_limit_reached', 'price_unconfirmed', 'idempotency_conflict'],
});

export const changeProduct = endpoint({
  method: 'put',
  path: '/api/products/:id',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Change a product',
  params: idParams,
  form: {
    fields: changeProductForm,
    file: { field: 'image', kind: 'picture', most: MAX_PICTURES },
    ignoresEmptyFields: true,
  },
  output: shopProductView,
  errors: ['barcode_taken', 'catalog_limit_reached', 'edit_conflict', 'stock_changed', 'price_unconfirmed'],
});

export const publishProduct = endpoint({
  method: 'patch',
  path: '/api/products/:id',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Publish or hide a product',
  params: idParams,
  body: publishProductBody,
  output: shopProductView,
  errors: ['catalog_limit_reached'],
});

export const deleteProduct = endpoint({
  method: 'delete',
  path: '/api/products/:id',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Delete a product; past orders are not affected',
  params: idParams,
});

export const restoreProduct = endpoint({
  method: 'post',
  path: '/api/products/:id/restore',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Restore a deleted product',
  params: idParams,
  output: shopProductView,
  errors: ['barcode_taken', 'catalog_limit_reached'],
});

export const setStock = endpoint({
  method: 'patch',
  path: '/api/variants/:id/stock',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Set the stock of a variant',
  params: idParams,
  body: setStockBody,
  output: shopProductView,
  errors: ['stock_changed'],
});

export const setPrice = endpoint({
  method: 'patch',
  path: '/api/variants/:id/price',
  access: 'catalog',
  changes: PRODUCT_PATHS,
  summary: 'Set the price of a variant',
  params: idParams,
  body: setPriceBody,
  output: shopProductView,
  errors: ['edit_conflict', 'price_unconfirmed'],
});

export const listShopProducts = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/products',
  access: 'catalog',
  summary: "List a shop's products, hidden ones included",
  params: shopProductsParams,
  query: shopProductsQuery,
  output: z.array(shopProductView),
});

export const listProductIds = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/product-ids',
  access: 'catalog',
  summary: "List the ids of a shop's products that match a filter, for a change of all of them",
  params: shopProductsParams,
  query: productFilterQuery,
  output: z.array(id),
});

export const getShopProduct = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/products/:id',
  access: 'catalog',
  summary: "Get one of a shop's products, also a hidden one",
  params: shopProductsParams.extend({ id: idParam }),
  output: shopProductView,
});

export const listCategories = endpoint({
  method: 'get',
  path: '/api/categories',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'List the shared categories and those of the shop, with their subcategories',
  query: ownShopQuery,
  output: z.array(categoryView),
  errors: ['forbidden', 'not_found'],
});

export const addCategory = endpoint({
  method: 'post',
  path: '/api/categories',
  access: 'catalog',
  changes: CATEGORY_PATHS,
  summary: 'Add a category or a subcategory; an existing one is returned with status 200',
  body: createCategoryBody,
  status: 201,
  output: namedView,
  errors: ['not_found'],
});

export const listUnits = endpoint({
  method: 'get',
  path: '/api/units',
  access: 'user',
  onSharedDevice: 'acting',
  summary: 'List the shared units and those of the shop, those that it and others of its trade use most first',
  query: ownShopQuery,
  output: z.array(namedView),
  errors: ['forbidden', 'not_found'],
});

export const addUnit = endpoint({
  method: 'post',
  path: '/api/units',
  access: 'catalog',
  changes: CATEGORY_PATHS,
  summary: 'Add a unit; an existing one is returned with status 200',
  body: createUnitBody,
  status: 201,
  output: namedView,
  errors: ['not_found'],
});
