import { useMemo } from 'react';
import { useLocation } from 'react-router-dom';
import type { UserView } from '@haat/contract/api/users';
import { claimsOf } from '@haat/machines/session/session.machine';
import { SessionContext } from './session-context.ts';

export type Session = {
  isSignedIn: boolean;
  /** Undefined for a guest. */
  userId: number | undefined;
  email: string | undefined;
  /** Whether the session acts for a shop; the server checks the database as well. */
  isVendor: boolean;
  /** Whether it may change the shop's settings and team. */
  isShopAdmin: boolean;
  /** Whether it is the platform's operator. */
  isOperator: boolean;
  shopId: number | undefined;
  shopSlug: string | undefined;
  /** The profile; arrives after the session is known. */
  user: UserView | undefined;
};

/** The current user: from the token at once, from the profile once it has loaded. */
export function useSession(): Session {
  const tokens = SessionContext.useSelector(({ context }) => context.tokens);
  const user = SessionContext.useSelector(({ context }) => context.user);
  const isSignedIn = SessionContext.useSelector((state) => state.matches('signedIn'));
  return useMemo(() => {
    const claims = isSignedIn ? claimsOf({ tokens }) : undefined;
    const known = user ?? claims;
    const isVendor = known?.role === 'vendor';
    return {
      isSignedIn,
      userId: claims ? Number(claims.sub) : user?.id,
      email: user?.email ?? claims?.email,
      isVendor,
      isShopAdmin: isVendor && known.shop_admin === true,
      isOperator: known?.operator === true,
      // Every token names the shop it was issued at; only a member's token acts for it.
      shopId: isVendor ? known.shop_id : undefined,
      shopSlug: isVendor ? known.shop_slug : undefined,
      user,
    };
  }, [tokens, user, isSignedIn]);
}

/** Sends events to the session: `signedIn`, `profile.changed`, `connection.restored`, `logout`. */
export function useSessionSend() {
  return SessionContext.useActorRef().send;
}

/** The login of a shop, which leads back to the current screen. */
export function useLoginPath(shopSlug: string): string {
  const { pathname, search } = useLocation();
  return `/${shopSlug}/login?redirect=${encodeURIComponent(pathname + search)}`;
}
