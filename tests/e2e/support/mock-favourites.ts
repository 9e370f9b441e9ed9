import type { Page } from '@playwright/test';
import type { SearchResults } from '../../../contract/shops/search.calls.ts';

/** Favourites of a customer who has stored none: shops and products of the demo market, and one that is not available. */
export async function mockFavourites(page: Page): Promise<void> {
  const answer = await page.request.get('/api/search?q=milk');
  const { products } = (await answer.json()) as SearchResults;
  const shops = [...new Map(products.map(({ shop }) => [shop.id, shop])).values()];
  const ids = { shop_ids: shops.map(({ id }) => id), product_ids: [...products.map(({ id }) => id), 999_999] };
  await page.route('**/api/favourites', (route) => route.fulfill({ json: ids }));
  await page.route('**/api/favourites/shops', (route) => route.fulfill({ json: shops }));
  await page.route('**/api/favourites/products', (route) => route.fulfill({ json: products }));
}

/** The first products of the catalog, as if they had been bought before. */
export async function mockBoughtProducts(page: Page): Promise<void> {
  await page.route('**/api/shops/*/bought-products', async (route) => {
    const [, shopId] = /shops\/(\d+)/.exec(route.request().url()) ?? [];
    const answer = await page.request.get(`/api/products?shopId=${shopId}`);
    const products = (await answer.json()) as { id: number; variants: { id: number }[] }[];
    const bought = products
      .slice(0, 6)
      .map(({ id, variants }) => ({ product_id: id, variant_id: variants.at(-1)?.id }));
    await route.fulfill({ json: bought });
  });
}
