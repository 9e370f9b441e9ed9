import { isShopSlug } from '@haat/contract/shops/shop';
import { useLocation } from 'react-router-dom';
import { MAIN_SHOP_SLUG } from './config.ts';

/** The shop whose screen is shown: the first segment of the path; undefined on screens of no shop. */
export function useShopInPath(): string | undefined {
  const segment = useLocation().pathname.split('/')[1];
  return isShopSlug(segment) ? segment : undefined;
}

/** Where a product is shown: found by its name in the catalog of its shop. */
export function productPath(shopSlug: string, { name }: { id: number; name: string }): string {
  return `/${shopSlug}/products?${new URLSearchParams({ q: name })}`;
}

/** The shop whose screen is shown, on screens of no shop the platform's own. */
export function useShopSlug(): string {
  return useShopInPath() ?? MAIN_SHOP_SLUG;
}
