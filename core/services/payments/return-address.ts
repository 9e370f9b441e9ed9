import { env } from '../../env.ts';
import { invalidField } from '../../errors.ts';

// The screens that a payment may come back to, behind the '#' of our one page.
const SCREEN = /^#\/(?:[\w-]{1,64}\/)?(?:order-summary|order|payment|payment-redirect|products)(?:\?[\w=&%.{}-]*)?$/;

type Given = { field: string; address: string; ownOrigin?: string | undefined };

/**
 * The address that a provider's page may send the browser to: one of our screens, on our own origin. `ownOrigin` is where the
 * request came to, which counts where no address is configured. Throws invalid_input. Spec section 7.
 */
export function returnAddress({ field, address, ownOrigin }: Given): string {
  // A parser of addresses makes a slash of a backslash and leaves out what cannot be seen: we refuse both.
  const url = /[\\\s\p{Cc}]/u.test(address) ? null : URL.parse(address);
  const isOurs =
    url &&
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    origins(ownOrigin).includes(url.origin);
  if (!isOurs || url.search !== '' || !SCREEN.test(url.hash)) {
    throw invalidField(field, 'must be a screen of this product');
  }
  return url.href;
}

function origins(ownOrigin: string | undefined): string[] {
  const configured = [new URL(env.PUBLIC_URL).origin, ...env.CORS_ORIGINS];
  return env.NODE_ENV === 'production' || !ownOrigin ? configured : [...configured, ownOrigin];
}
