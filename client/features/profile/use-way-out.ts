import { readToken } from '@haat/contract/rules/decode-token';
import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { useLocation, useParams } from 'react-router-dom';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { readAuthToken } from '../../lib/tokens.ts';

/**
 * Where the profile leads back to: the products of the shop in its path, of the one the visitor came from, or of the one
 * that the session was opened at; without any, the platform's dashboard. Spec section 2, Update Profile.
 */
export function useWayOut(): string {
  const { shopSlug } = useParams();
  const { state } = useLocation();
  const cameFrom = (state as { shopSlug?: string } | null)?.shopSlug;
  const signedInAt = readToken(readAuthToken())?.shop_slug;
  const slug = [shopSlug, cameFrom, signedInAt].find((each) => isShopSlug(each) && each !== MAIN_SHOP_SLUG);
  return slug ? `/${slug}/products` : `/${MAIN_SHOP_SLUG}/dashboard`;
}
