import { useLocation } from 'react-router-dom';

/** The login of a shop, which leads back to the screen that is shown. Spec section 5, placing an order. */
export function useLoginPath(shopSlug: string): string {
  const { pathname, search } = useLocation();
  return `/${shopSlug}/login?redirect=${encodeURIComponent(pathname + search)}`;
}
