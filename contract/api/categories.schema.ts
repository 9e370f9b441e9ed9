import * as z from 'zod';
import { id, idParam, line } from './common.schema.ts';

const named = z.object({ id, name: z.string() });

/** A category or subcategory as it answers its making. Spec section 7. */
export const namedView = named.meta({ id: 'Named' });
export type NamedView = z.infer<typeof namedView>;

/** A category with its subcategories. Spec section 3. */
export const categoryView = named.extend({ children: z.array(named) }).meta({ id: 'Category' });
export type CategoryView = z.infer<typeof categoryView>;

/** Whose own categories and units come with those that all shops share; a member's shop needs no naming. */
export const ownShopQuery = z.object({ shop_id: idParam.optional() });

export const createCategoryBody = z.object({ name: line(60), parent_id: id.nullish(), shop_id: id.optional() });
export const createUnitBody = z.object({ name: line(60), shop_id: id.optional() });
