import type { UserView } from '@haat/contract/api/users.schema';
import { claimsOf } from '@haat/machines/session/session.machine';
import { useMemo } from 'react';
import { SessionContext } from './session-context.ts';

export type Session = {
  isSignedIn: boolean;
  /** Undefined for a guest. */
  userId: number | undefined;
  email: string | undefined;
  /** Whether the session speaks for a shop; the server asks the database again. Spec section 6. */
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

/** Who is at the screen: from the token at once, from the profile once it is there. Spec section 3, session context. */
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
      // Every token names the shop it was issued at; only a member's speaks for it.
      shopId: isVendor ? known.shop_id : undefined,
      shopSlug: isVendor ? known.shop_slug : undefined,
      user,
    };
  }, [tokens, user, isSignedIn]);
}

/** Sends events to the session: `signedIn`, `profile.changed`, `line.back`, `logout`. */
export function useSessionSend() {
  return SessionContext.useActorRef().send;
}
