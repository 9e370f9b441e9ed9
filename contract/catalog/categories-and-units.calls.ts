import * as z from 'zod';
import { id, idParams, singleLine } from '../common.ts';
import { endpoint } from '../endpoint.ts';
import { CATEGORY_PATHS } from '../changes.ts';
import { namedView, shopProductsParams } from './products.calls.ts';

const products = z.number().int().meta({ description: 'How many products of the shop have it' });

const own = z
  .boolean()
  .meta({ description: "The shop's own, which it can rename, merge and remove; the others are shared" });

const position = z
  .number()
  .int()
  .nullable()
  .meta({ description: 'In the order of the shop; those without one follow by name' });

const subcategory = z.object({ id, name: z.string(), own, position, products });

/** A category, for the managers of a shop. `products` does not count the products of its subcategories. */
export const shopCategoryView = subcategory.extend({ children: z.array(subcategory) }).meta({ id: 'ShopCategory' });
export type ShopCategoryView = z.infer<typeof shopCategoryView>;
export type ShopSubcategoryView = z.infer<typeof subcategory>;

/** A unit, for the managers of a shop. */
export const shopUnitView = z.object({ id, name: z.string(), own, products }).meta({ id: 'ShopUnit' });
export type ShopUnitView = z.infer<typeof shopUnitView>;

/** `seen`: the name that the editor saw; if it has changed since, the call is a conflict. */
const renameBody = z.object({ name: singleLine(60), seen: singleLine(60).optional() });
const mergeBody = z.object({ into: id });
const mergedView = z.object({ products }).meta({ id: 'Merged', description: 'How many products were moved' });

/** More categories than any shop has. */
const MOST_CATEGORIES = 1_000;

export const orderCategoriesBody = z.object({
  categories: z
    .array(id)
    .max(MOST_CATEGORIES)
    .refine((ids) => new Set(ids).size === ids.length, 'must have each category once')
    .meta({ description: 'Categories and subcategories in their order; an empty list orders all of them by name' }),
});

export const listShopCategories = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/categories',
  access: 'catalog',
  summary: 'List the categories that a shop can use in its order, with the number of its products in each',
  params: shopProductsParams,
  output: z.array(shopCategoryView),
});

export const orderCategories = endpoint({
  method: 'put',
  path: '/api/shops/:shopId/category-order',
  access: 'catalog',
  changes: CATEGORY_PATHS,
  summary: 'Set the order in which customers see the categories of a shop',
  params: shopProductsParams,
  body: orderCategoriesBody,
});

/** A change of one of the shop's own categories or units. */
const ofOwn = { access: 'catalog', changes: CATEGORY_PATHS, params: idParams } as const;

export const renameCategory = endpoint({
  ...ofOwn,
  method: 'patch',
  path: '/api/categories/:id',
  summary: "Rename one of the shop's own categories",
  description: '`name_taken` has the category of that name as `existing`.',
  body: renameBody,
  output: namedView,
  errors: ['edit_conflict', 'name_taken'],
});

export const mergeCategories = endpoint({
  ...ofOwn,
  method: 'post',
  path: '/api/categories/:id/merge',
  summary: "Move all products and subcategories of one of the shop's own categories to another one, and remove it",
  body: mergeBody,
  output: mergedView,
  errors: ['still_in_use'],
});

export const removeCategory = endpoint({
  ...ofOwn,
  method: 'delete',
  path: '/api/categories/:id',
  summary: "Remove one of the shop's own categories that has no products, with its subcategories",
  errors: ['still_in_use'],
});

export const listShopUnits = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/units',
  access: 'catalog',
  summary: 'List the units that a shop can use, with the number of its products in each, those that it uses most first',
  params: shopProductsParams,
  output: z.array(shopUnitView),
});

export const renameUnit = endpoint({
  ...ofOwn,
  method: 'patch',
  path: '/api/units/:id',
  summary: "Rename one of the shop's own units",
  description: '`name_taken` has the unit of that name as `existing`.',
  body: renameBody,
  output: namedView,
  errors: ['edit_conflict', 'name_taken'],
});

export const mergeUnits = endpoint({
  ...ofOwn,
  method: 'post',
  path: '/api/units/:id/merge',
  summary: "Give all variants with one of the shop's own units another unit, and remove it",
  body: mergeBody,
  output: mergedView,
  errors: ['still_in_use'],
});

export const removeUnit = endpoint({
  ...ofOwn,
  method: 'delete',
  path: '/api/units/:id',
  summary: "Remove one of the shop's own units that no product has",
  errors: ['still_in_use'],
});
