import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { useLocation } from 'react-router-dom';
import { MAIN_SHOP_SLUG } from './config.ts';

/** The shop of a path: its first segment, undefined when that names no shop. Spec section 1. */
export function shopSlugOf(pathname: string): string | undefined {
  const segment = pathname.split('/')[1];
  return isShopSlug(segment) ? segment : undefined;
}

/** The shop whose screen is shown; undefined on screens of no shop. */
export function useShopInPath(): string | undefined {
  return shopSlugOf(useLocation().pathname);
}

/** The shop whose screen is shown, on screens of no shop the platform's own. */
export function useShopSlug(): string {
  return useShopInPath() ?? MAIN_SHOP_SLUG;
}
