import * as api from '@haat/contract/catalog/categories-and-units.calls';
import { addCategory, addUnit } from '@haat/contract/catalog/products.calls';

export type Kind = 'category' | 'unit';

/** The calls that change the shop's own categories or units. */
export const NAME_CALLS = {
  category: { add: addCategory, rename: api.renameCategory, merge: api.mergeCategories, remove: api.removeCategory },
  unit: { add: addUnit, rename: api.renameUnit, merge: api.mergeUnits, remove: api.removeUnit },
} as const;
