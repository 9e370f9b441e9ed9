import type { Permission } from '@haat/contract/accounts/shop-roles';
import { isShopSlug } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { LazySwitchOffer } from './lazy-switch-offer.ts';
import { useLoginPath, useSession, useSessionSend, type Session } from './SessionProvider.tsx';

/** A role of users, with the text for users who do not have it. */
export type Role = {
  isHeldBy: (session: Session) => boolean;
  /** The permission that the screen needs, for the menus. */
  permission?: Permission;
  /** The text for this user, who does not have it. */
  denied: (session: Session) => TextId;
  /** The heading of the refusal; by default the heading of the screen. */
  title?: TextId;
};

/** Who may open a screen; everybody, where it is empty. */
export type AccessRule = {
  /** Guests go to the login, and from there back to the screen. */
  session?: true;
  /** Includes `session`. */
  role?: Role;
  /**
   * The screen is about one shop. `own`: the member's own one. `managed`: the same, and for the operator the shop in the
   * address.
   */
  shop?: 'own' | 'managed';
  /** The text for a member without a shop. */
  missingShop?: TextId;
};

/** The shop that a back office screen is about. `canManage`: may change the shop itself and its team, and see what it buys. */
export type GuardedShop = { shopId: number; slug: string; canManage: boolean };

const GuardedShopContext = createContext<GuardedShop | undefined>(undefined);

/** The shop of the screen. Only for screens whose admission has a `shop`. */
export function useGuardedShop(): GuardedShop {
  const shop = useContext(GuardedShopContext);
  if (!shop) throw new Error('This screen has no shop of its own');
  return shop;
}

type Props = {
  admission?: AccessRule | undefined;
  /** The heading of the screen, for a refusal in its place. */
  title?: string | undefined;
  /** The server refused this session something that the screen cannot do without. */
  isRefused?: boolean;
  children: ReactNode;
};

/**
 * Shows a screen to users who are admitted. Guests go to the login, customers at a screen of the back office to the landing
 * page, which says who it is for. Others see that in place of the screen. A member at the address of another shop is redirected
 * to the session's own one; at that of another shop of theirs they can switch to it.
 */
export function RouteGuard({ admission = {}, title = '', isRefused = false, children }: Props) {
  const session = useSession();
  const [wasSignedIn] = useState(session.isSignedIn);
  const { shopSlug } = useParams();
  const { pathname, search } = useLocation();
  const { role, missingShop } = admission;
  const isAtAnyShop = admission.shop === 'managed' && session.isOperator;
  const shop = useShop(isAtAnyShop ? shopSlug : undefined);

  if (isRefused) return <SessionOver />;
  if ((admission.session || role) && !session.isSignedIn) return wasSignedIn ? <SessionOver /> : <LoginRequired />;

  const own = session.shopSlug;
  if (role && !isAtAnyShop && shopSlug && own && own !== shopSlug) {
    const toOwn = <Navigate to={{ pathname: pathname.replace(shopSlug, own), search }} replace />;
    return <LazySwitchOffer slug={shopSlug} title={title} otherwise={toOwn} />;
  }
  if (role && !role.isHeldBy(session)) {
    const denial = <Denial role={role} title={title} />;
    const isAtOther = shopSlug !== undefined && own !== shopSlug;
    return isAtOther ? <LazySwitchOffer slug={shopSlug} title={title} otherwise={denial} /> : denial;
  }
  if (!admission.shop) return children;
  if (shop) return <GuardedShopContext value={shop}>{children}</GuardedShopContext>;
  return missingShop ? <Refusal title={title} text={missingShop} /> : <Page title={title} narrow />;
}

function Denial({ role, title }: { role: Role; title: string }) {
  const t = useText();
  const session = useSession();
  const text = role.denied(session);
  const isCustomer = !session.claims?.role && !session.isOperator;
  // Before the profile has loaded, the token may be older than the role.
  if (isCustomer && session.user) {
    return <Navigate to={`/${MAIN_SHOP_SLUG}/dashboard`} state={{ notice: t(text) }} replace />;
  }
  return <Refusal title={role.title ? t(role.title) : title} text={text} />;
}

/** Leads to the login, and from there back to this screen. An address that is no shop's leads to the landing page. */
export function LoginRequired() {
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const loginPath = useLoginPath(shopSlug);
  return <Navigate to={isShopSlug(shopSlug) ? loginPath : '/'} replace />;
}

/** Ends the session, which the server does not accept any more, and leads to the start page, which says so. */
export function SessionOver() {
  const t = useText();
  const send = useSessionSend();
  useEffect(() => send({ type: 'logout' }), [send]);
  return <Navigate to="/" state={{ notice: t('login.sessionEnded') }} replace />;
}

function Refusal({ title, text }: { title: string; text: TextId }) {
  const t = useText();
  return (
    <Page title={title} narrow>
      <Notice tone="error">{t(text)}</Notice>
    </Page>
  );
}

/** The session's own shop. With a slug that of the address, which is loaded unless it is the own one. */
function useShop(slug: string | undefined): GuardedShop | undefined {
  const { shopId, shopSlug: own, claims, isOperator } = useSession();
  const isOther = slug !== undefined && slug !== own;
  const { data: other } = useCall(getShop, { params: { slug: slug ?? '' } }, { enabled: isOther });
  const id = isOther ? other?.id : shopId;
  const address = slug ?? own;
  // A token may name its shop without the address of it; the profile has both.
  if (id === undefined || !address) return undefined;
  return { shopId: id, slug: address, canManage: claims?.shop_admin || isOperator };
}
