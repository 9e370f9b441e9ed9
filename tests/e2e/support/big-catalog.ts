import type { ProductView } from '../../../contract/catalog/products.calls.ts';
import type { Page } from '@playwright/test';

/** As many products as asked for, in 20 categories, each with packs to choose from. */
export function manyProducts(count: number): ProductView[] {
  return Array.from({ length: count }, (_, at) => aProduct(at + 1, { name: `Product ${at + 1}` }));
}

/** A product of a catalog whose names and prices are as long as they get. */
export function wideProduct(id: number, name: string): ProductView {
  const product = aProduct(id, { name, category_name: 'अंतरराष्ट्रीयकरणविशेषज्ञसामग्रीसंग्रह' });
  const variants = product.variants.map((variant) => ({ ...variant, price: 123_456.5, mrp: 234_567.75 }));
  return { ...product, variants };
}

/** Answers the catalog of every shop with these products; the rest of the server stays as it is. */
export async function serveCatalog(page: Page, products: readonly ProductView[]): Promise<void> {
  await page.route('**/api/products?*', (route) => route.fulfill({ json: products }));
}

function aProduct(id: number, changes: Partial<ProductView>): ProductView {
  const option = (of: number, name: string) => ({ id: of, name });
  const common = { mrp: 60, stock: 9, size: null, color: null };
  return {
    id,
    name: '',
    description: 'From the fields around the town',
    price: 28,
    stock: 9,
    image: '/uploads/apple-320.webp',
    category_name: `Category ${String(id % 20).padStart(2, '0')}`,
    category: null,
    subcategory: null,
    category_id: null,
    unit: '500 g',
    unitPrice: 28,
    unitStock: 9,
    units: [],
    variants: [
      { ...common, id: id * 10, price: 28, unit: option(1, '500 g') },
      { ...common, id: id * 10 + 1, price: 54, unit: option(2, '1 kg') },
    ],
    shopId: 1,
    ...changes,
  };
}
