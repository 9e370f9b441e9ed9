import { getShopProduct, listCategories, listUnits } from '@haat/contract/catalog/products.calls';
import { callQuery } from '../../../lib/call-query.ts';

/** Categories with their subcategories, the shop's own among them. */
export const categoriesQuery = (shopId: number) => callQuery(listCategories, {}, { owner: shopId });

/** Units, the shop's own among them. */
export const unitsQuery = (shopId: number) => callQuery(listUnits, {}, { owner: shopId });

/** The product to edit, fetched each time it is opened. */
export const ownProductQuery = (shopId: number, id: string) => {
  // The form is based on the version that was loaded when it was opened.
  const options = { staleTime: 0, gcTime: 0, refetchOnReconnect: false };
  return callQuery(getShopProduct, { params: { shopId, id } }, options);
};
