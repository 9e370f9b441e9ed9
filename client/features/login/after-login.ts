import { safeRedirect } from '@haat/contract/rules/safe-redirect';
import { isKnownRoute } from '../../lib/route-table.ts';

type Place = { shopSlug: string; isMainShop: boolean; redirect: string | null };

/** Where a fresh login leads: the wanted place, else the platform's dashboard or the shop's order. Spec section 2, login. */
export function afterLogin({ shopSlug, isMainShop, redirect }: Place): string {
  return wantedPlace(shopSlug, redirect) ?? `/${shopSlug}${isMainShop ? '/dashboard' : '/order'}`;
}

/** Where somebody who is signed in already is sent at once: the wanted place, else dashboard or products. Spec section 2. */
export function insteadOfLogin({ shopSlug, isMainShop, redirect }: Place): string {
  return wantedPlace(shopSlug, redirect) ?? `/${shopSlug}${isMainShop ? '/dashboard' : '/products'}`;
}

/**
 * The screen that the parameter names: within the shop, as the spec joins it (/order), or with its shop (/dairy/order).
 * Undefined for everything else, and for the login, which would only lead on again.
 */
function wantedPlace(shopSlug: string, redirect: string | null): string | undefined {
  const path = safeRedirect(redirect);
  if (path === undefined || /^\/([^/]*\/)?login\/?([?#]|$)/.test(path)) return undefined;
  return [`/${shopSlug}${path}`, path].find(isKnownRoute);
}
