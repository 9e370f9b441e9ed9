import * as api from '@haat/contract/catalog/catalog.calls';
import { addKnownProducts } from '@haat/core/catalog/bulk-changes/add-known-products';
import {
  addKnownProduct,
  changeKnownProduct,
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
} from '@haat/core/catalog/shared-names';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const catalogRoutes: Route[] = [
  route(api.suggestProducts, async ({ query }) => {
    const suggestions = await suggestProducts(query);
    return wire(api.suggestedProductView, suggestions.map(withPath));
  }),

  route(api.addKnownProducts, ({ user, params, body, key }) =>
    addKnownProducts({ by: user, ...params, products: body.products, key }),
  ),

  route(api.listSizesAndColors, () => listSizesAndColors()),

  route(api.getHindiNames, async ({ ctx }) => {
    ctx.set('Cache-Control', 'max-age=3600');
    return readHindiNames();
  }),

  route(api.listSharedNames, async ({ params: { kind } }) => wire(api.sharedNameView, await listSharedNames(kind))),

  route(api.addSharedName, async ({ user, params: { kind }, body }) =>
    wire(api.sharedNameView, await addSharedName({ kind, actorId: user.userId, fields: body })),
  ),

  route(api.changeSharedName, async ({ user, params: { kind, id }, body }) =>
    wire(api.sharedNameView, await changeSharedName({ kind, id, actorId: user.userId, change: body })),
  ),

  route(api.listKnownProducts, async ({ query }) => wire(api.knownProductView, await listKnownProducts(query))),

  route(api.addKnownProduct, async ({ user, body }) =>
    wire(api.knownProductView, await addKnownProduct({ actorId: user.userId, fields: body })),
  ),

  route(api.changeKnownProduct, async ({ user, params: { id }, body }) =>
    wire(api.knownProductView, await changeKnownProduct({ id, actorId: user.userId, change: body })),
  ),
];

const withPath = ({ picture, ...suggestion }: Suggestion) => ({
  ...suggestion,
  picture: picture && `/images/catalog/${picture}.webp`,
});
