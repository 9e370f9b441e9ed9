import { expect, type Page } from '@playwright/test';
import type { CategoryView } from '../../../contract/catalog/products.calls.ts';
import { findAccount, vendorOf } from './accounts.ts';
import { openSession } from './sign-in.ts';

type Variant = { unit: string; price: number; mrp?: number; stock?: number; barcode?: string };
type NewProduct = { name: string; variants: Variant[] };

/** Adds products to a shop by the call of the form; answers their ids. */
export async function addProducts(page: Page, shopSlug: string, products: NewProduct[]): Promise<number[]> {
  const email = vendorOf(shopSlug);
  const session = (await findAccount(email)) ?? (await openSession(page, shopSlug, email));
  const headers = { authorization: `Bearer ${session.authToken}` };
  const categories = (await (await page.request.get('/api/categories', { headers })).json()) as CategoryView[];
  const subcategory = categories.flatMap(({ children }) => children)[0];
  const ids: number[] = [];
  for (const { name, variants } of products) {
    const added = await page.request.post('/api/products', {
      headers,
      multipart: { name, category_id: String(subcategory?.id), variants: JSON.stringify(variants) },
    });
    expect(added.status(), await added.text()).toBe(201);
    ids.push(((await added.json()) as { id: number }).id);
  }
  return ids;
}
