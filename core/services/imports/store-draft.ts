import type { PoolClient } from 'pg';
import { findOrAddCategory } from '../catalogue/find-or-add-category.ts';
import { insertProduct } from '../catalogue/insert-product.ts';
import type { LockedProduct } from '../catalogue/lock-product.ts';
import { setPublished } from '../catalogue/publish-product.ts';
import { updateProduct } from '../catalogue/update-product.ts';
import type { CategoryPath } from './draft-facts.ts';
import type { ProductDraft } from './draft-group.ts';

/** `locked`: the product that the draft changes; undefined for a new one. */
type Storing = { shopId: number; actorId: number; draft: ProductDraft; locked: LockedProduct | undefined };

/** Stores what rows make of one product, with categories and units that are new. Throws what the forms' services do. */
export async function storeDraft(client: PoolClient, { shopId, actorId, draft, locked }: Storing): Promise<void> {
  const { path, published, ...facts } = draft;
  const form = { ...facts, category_id: path && (await categoryOf(client, { shopId, actorId, path })) };
  const { id } = locked
    ? await updateProduct(client, { locked, actorId, form })
    : await insertProduct(client, { shopId, actorId, form: { ...form, name: form.name ?? '' } });
  if (published !== undefined) await setPublished(client, { id, published });
}

type Wanted = { shopId: number; actorId: number; path: CategoryPath };

async function categoryOf(client: PoolClient, { path, ...own }: Wanted): Promise<number> {
  const parent = await findOrAddCategory(client, { ...own, name: path.category });
  if (path.subcategory === null) return parent.category.id;
  const child = await findOrAddCategory(client, { ...own, name: path.subcategory, parentId: parent.category.id });
  return child.category.id;
}
