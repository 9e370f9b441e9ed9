import * as api from '@haat/contract/catalog/catalog.calls';
import type { KnownProductView, SharedNameView, SuggestedProductView } from '@haat/contract/catalog/catalog.calls';
import { toRupees } from '@haat/contract/rupees';
import { addKnownProducts } from '@haat/core/catalog/bulk-changes/add-known-products';
import {
  addKnownProduct,
  changeKnownProduct,
  type KnownProduct,
  listKnownProducts,
  type Suggestion,
  suggestProducts,
} from '@haat/core/catalog/known-products';
import {
  addSharedName,
  changeSharedName,
  listSharedNames,
  listSizesAndColors,
  readHindiNames,
  type SharedName,
} from '@haat/core/catalog/shared-names';
import { type Route, route } from '../http/route.ts';

export const catalogRoutes: Route[] = [
  route(api.suggestProducts, async ({ query }) => (await suggestProducts(query)).map(presentSuggestion)),

  route(api.addKnownProducts, ({ user, params, body, key }) =>
    addKnownProducts({ by: user, ...params, products: body.products, key }),
  ),

  route(api.listSizesAndColors, () => listSizesAndColors()),

  route(api.getHindiNames, async ({ ctx }) => {
    ctx.set('Cache-Control', 'max-age=3600');
    return readHindiNames();
  }),

  route(api.listSharedNames, async ({ params: { kind } }) => (await listSharedNames(kind)).map(presentName)),

  route(api.addSharedName, async ({ user, params: { kind }, body }) =>
    presentName(await addSharedName({ kind, actorId: user.userId, fields: body })),
  ),

  route(api.changeSharedName, async ({ user, params: { kind, id }, body }) =>
    presentName(await changeSharedName({ kind, id, actorId: user.userId, change: body })),
  ),

  route(api.listKnownProducts, async ({ query }) => (await listKnownProducts(query)).map(presentProduct)),

  route(api.addKnownProduct, async ({ user, body }) =>
    presentProduct(await addKnownProduct({ actorId: user.userId, fields: body })),
  ),

  route(api.changeKnownProduct, async ({ user, params: { id }, body }) =>
    presentProduct(await changeKnownProduct({ id, actorId: user.userId, change: body })),
  ),
];

const presentName = ({ id, name, nameHi, parentId, isHidden, isShipped }: SharedName): SharedNameView => ({
  id,
  name,
  name_hi: nameHi,
  parent_id: parentId,
  hidden: isHidden,
  shipped: isShipped,
});

const rupeesOrNull = (paise: number | null): number | null => (paise === null ? null : toRupees(paise));

function presentProduct(product: KnownProduct): KnownProductView {
  const { nameHi, categoryId, unitId, mrpPaise, isHidden, isShipped, ...same } = product;
  return {
    ...same,
    name_hi: nameHi,
    category_id: categoryId,
    unit_id: unitId,
    mrp: rupeesOrNull(mrpPaise),
    hidden: isHidden,
    shipped: isShipped,
  };
}

function presentSuggestion({ picture, mrpPaise, ...suggestion }: Suggestion): SuggestedProductView {
  return {
    id: suggestion.id,
    name: suggestion.name,
    name_hi: suggestion.nameHi,
    category_id: suggestion.categoryId,
    category: suggestion.category,
    subcategory_id: suggestion.subcategoryId,
    subcategory: suggestion.subcategory,
    unit: suggestion.unit,
    mrp: rupeesOrNull(mrpPaise),
    description: suggestion.description,
    picture: picture && `/images/catalog/${picture}.webp`,
    source: suggestion.source,
  };
}
