import { safeRedirect } from '@haat/contract/rules/safe-redirect';

type Place = { shopSlug: string; isMainShop: boolean; redirect: string | null };

/** Where a fresh login leads: the wanted place, else the platform's dashboard or the shop's order. Spec section 2, login. */
export function afterLogin({ shopSlug, isMainShop, redirect }: Place): string {
  return wantedPlace(shopSlug, redirect) ?? `/${shopSlug}${isMainShop ? '/dashboard' : '/order'}`;
}

/** Where somebody who is signed in already is sent at once: the wanted place, else dashboard or products. Spec section 2. */
export function insteadOfLogin({ shopSlug, isMainShop, redirect }: Place): string {
  return wantedPlace(shopSlug, redirect) ?? `/${shopSlug}${isMainShop ? '/dashboard' : '/products'}`;
}

// The parameter comes as a path of the app (/dairy/order) or, as the spec joins it, as one within the shop (/order).
function wantedPlace(shopSlug: string, redirect: string | null): string | undefined {
  const path = safeRedirect(redirect);
  if (path === undefined) return undefined;
  const isWhole = path === `/${shopSlug}` || [`/${shopSlug}/`, '/vendor/'].some((start) => path.startsWith(start));
  return isWhole ? path : `/${shopSlug}${path}`;
}
