import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { PRODUCT_PATHS } from '../changes.ts';
import { sortedBy } from '../platform/operator-list-query.calls.ts';
import { isProductBarcode } from './barcode.ts';
import { barcode } from './product-forms.calls.ts';
import { shopProductsParams } from './products.calls.ts';
import { CATALOG_STATES, KNOWN_PRODUCT_SORTS } from '../platform/operator-lists.ts';
import { MAX_STOCK } from './product-input.ts';
import { id, idParam, page, rupees, searchText, singleLine } from '../common.ts';

/** The parts of the shared catalog other than known products. */
export const CATALOG_KINDS = ['categories', 'units', 'sizes', 'colors'] as const;
export type CatalogKind = (typeof CATALOG_KINDS)[number];

const hindi = singleLine(120).nullable();

/** A category, unit, size or colour that all shops share. */
export const sharedNameView = z
  .object({
    id,
    name: z.string(),
    name_hi: z.string().nullable(),
    parent_id: id.nullable().meta({ description: 'The category of a subcategory' }),
    hidden: z.boolean().meta({ description: 'No longer offered; products that have it are not affected' }),
    shipped: z.boolean().meta({ description: 'Comes with Haat; the others were added here' }),
  })
  .meta({ id: 'SharedName' });
export type SharedNameView = z.infer<typeof sharedNameView>;

const kindParams = z.object({ kind: z.enum(CATALOG_KINDS) });
const nameParams = kindParams.extend({ id: idParam });

export const addSharedNameBody = z.object({
  name: singleLine(60),
  name_hi: hindi.optional(),
  parent_id: id.nullish().meta({ description: 'Of a subcategory' }),
});

/** Absent fields are unchanged. */
export const changeSharedNameBody = z.object({
  name: singleLine(60).optional(),
  name_hi: hindi.optional(),
  hidden: z.boolean().optional(),
});

const packBarcode = z
  .string()
  .trim()
  .refine(isProductBarcode, 'must be a valid barcode: 8, 12, 13 or 14 digits with a correct check digit');

/** A product that shops can start from, one for each pack. */
export const knownProductView = z
  .object({
    id,
    name: z.string(),
    category: z.string(),
    unit: z.string(),
    description: z.string().nullable(),
    picture: z.string().nullable(),
    barcodes: z.array(z.string()),
    name_hi: z.string().nullable(),
    category_id: id.meta({ description: 'A category or subcategory' }),
    unit_id: id,
    mrp: rupees.nullable(),
    hidden: z.boolean(),
    shipped: z.boolean(),
  })
  .meta({ id: 'KnownProduct' });
export type KnownProductView = z.infer<typeof knownProductView>;

const knownProductFields = z.object({
  name: singleLine(120),
  name_hi: hindi.optional(),
  category_id: id,
  unit_id: id,
  mrp: rupees.min(0.01).nullish(),
  barcodes: z.array(packBarcode).max(20).optional(),
});
export const addKnownProductBody = knownProductFields;
export type NewKnownProduct = z.infer<typeof addKnownProductBody>;

/** Absent fields are unchanged; `barcodes` is the complete list. */
export const changeKnownProductBody = knownProductFields.partial().extend({ hidden: z.boolean().optional() });
export type KnownProductChange = z.infer<typeof changeKnownProductBody>;

/** `after`: the id of the last product of the previous page. */
export const knownProductsQuery = page.extend({
  search: searchText(120).optional().meta({ description: 'Words of a name, or a barcode' }),
  category: idParam.optional().meta({ description: 'A category with its subcategories, or a subcategory' }),
  state: z.enum(CATALOG_STATES).optional(),
  ...sortedBy(KNOWN_PRODUCT_SORTS),
});

/** A suggestion that fills the form of a new product. */
export const suggestedProductView = z
  .object({
    id: id.nullable().meta({ description: 'Of the known product; null for `shops`' }),
    name: z.string(),
    name_hi: z.string().nullable(),
    category_id: id.nullable(),
    category: z.string().nullable(),
    subcategory_id: id.nullable(),
    subcategory: z.string().nullable(),
    unit: z.string().nullable(),
    mrp: rupees.nullable(),
    description: z.string().nullable(),
    picture: z.string().nullable().meta({ description: 'Server-relative' }),
    source: z
      .enum(['catalog', 'shops'])
      .meta({ description: 'shops: the values that most shops have for this barcode' }),
  })
  .meta({ id: 'SuggestedProduct' });
export type SuggestedProductView = z.infer<typeof suggestedProductView>;

/**
 * `search`: words of a name in English or Hindi. `category`: everything in a category and its subcategories, or in a subcategory.
 * `barcode`: a complete barcode; the other parameters are then ignored.
 */
export const suggestionsQuery = z.object({
  search: searchText(120).optional(),
  category: idParam.optional(),
  barcode: searchText(40).optional(),
});

/** How many products one call adds. */
export const MOST_KNOWN_PRODUCTS = 100;

/** A suggested product to add, with the price and stock, which only the shop knows. */
const chosenProduct = z.object({
  known_id: id.nullish().meta({ description: 'The known product whose picture and Hindi name are used' }),
  name: singleLine(120),
  category_id: id.nullish(),
  unit: singleLine(60).nullish(),
  mrp: rupees.min(0.01).nullish(),
  barcode: barcode.nullish(),
  price: rupees.min(0.01),
  stock: z.number().int().min(0).max(MAX_STOCK),
});
export type ChosenProduct = z.infer<typeof chosenProduct>;

const NOT_ADDED = ['barcode_taken', 'already_there', 'above_mrp', 'category_missing', 'catalog_limit_reached'] as const;

const addedProducts = z
  .object({
    added: z.array(z.object({ row: z.number().int(), id })),
    refused: z.array(z.object({ row: z.number().int(), name: z.string(), reason: z.enum(NOT_ADDED) })),
  })
  .meta({
    id: 'AddedProducts',
    description:
      'By their place in the list, from 0: which products were added, and why others were not. `already_there`: the shop has a ' +
      'product of that name in that unit.',
  });
export type AddedProducts = z.infer<typeof addedProducts>;

const byEnglishName = z.record(z.string(), z.string());

/** Hindi names by their English ones. */
export const hindiNamesView = z.object({ names: byEnglishName, products: byEnglishName }).meta({ id: 'HindiNames' });
export type HindiNamesView = z.infer<typeof hindiNamesView>;

export const suggestProducts = endpoint({
  method: 'get',
  path: '/api/catalog/products',
  access: 'catalog',
  summary: 'Find known products to start a new product from, at most 20, or 200 of a category',
  description:
    'A barcode that the shared catalog does not have is looked up in the published products of all shops: name, category, ' +
    'unit and maximum retail price as most of them say.',
  query: suggestionsQuery,
  output: z.array(suggestedProductView),
});

export const addKnownProducts = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/known-products',
  access: 'catalog',
  changes: [...PRODUCT_PATHS, '/api/shops/:shopId/setup'],
  summary:
    'Add several products at once, with suggested names, units and pictures; those that cannot be added are named',
  isIdempotent: true,
  params: shopProductsParams,
  body: z.object({ products: z.array(chosenProduct).min(1).max(MOST_KNOWN_PRODUCTS) }),
  status: 201,
  output: addedProducts,
  errors: ['idempotency_conflict'],
});

export const listSizesAndColors = endpoint({
  method: 'get',
  path: '/api/catalog/options',
  access: 'catalog',
  summary: 'List the names of the shared sizes and colours',
  output: z.object({ sizes: z.array(z.string()), colors: z.array(z.string()) }),
});

export const getHindiNames = endpoint({
  method: 'get',
  path: '/api/catalog/names',
  access: 'public',
  summary:
    'Get the Hindi names of known products, and those of categories and options that differ from the shipped ones',
  output: hindiNamesView,
});

export const listSharedNames = endpoint({
  method: 'get',
  path: '/api/operator/catalog/:kind',
  access: 'operator',
  summary: 'List the shared categories, units, sizes or colours, hidden ones included',
  params: kindParams,
  output: z.array(sharedNameView),
});

export const addSharedName = endpoint({
  method: 'post',
  path: '/api/operator/catalog/:kind',
  access: 'operator',
  changes: ['/api/operator/catalog', '/api/operator/catalog-products', '/api/operator/activity'],
  summary: 'Add a shared category, subcategory, unit, size or colour',
  params: kindParams,
  body: addSharedNameBody,
  status: 201,
  output: sharedNameView,
});

export const changeSharedName = endpoint({
  method: 'patch',
  path: '/api/operator/catalog/:kind/:id',
  access: 'operator',
  changes: ['/api/operator/catalog', '/api/operator/catalog-products', '/api/operator/activity'],
  summary: 'Rename, hide or show a shared category, unit, size or colour',
  params: nameParams,
  body: changeSharedNameBody,
  output: sharedNameView,
});

export const listKnownProducts = endpoint({
  method: 'get',
  path: '/api/operator/catalog-products',
  access: 'operator',
  summary: 'List the known products that match a filter, by name unless sorted otherwise, hidden ones included',
  query: knownProductsQuery,
  output: z.array(knownProductView),
});

export const addKnownProduct = endpoint({
  method: 'post',
  path: '/api/operator/catalog-products',
  access: 'operator',
  changes: ['/api/operator/catalog-products', '/api/operator/activity'],
  summary: 'Add a known product',
  body: addKnownProductBody,
  status: 201,
  output: knownProductView,
  errors: ['barcode_taken'],
});

export const changeKnownProduct = endpoint({
  method: 'patch',
  path: '/api/operator/catalog-products/:id',
  access: 'operator',
  changes: ['/api/operator/catalog-products', '/api/operator/activity'],
  summary: 'Change, hide or show a known product',
  params: z.object({ id: idParam }),
  body: changeKnownProductBody,
  output: knownProductView,
  errors: ['barcode_taken'],
});
