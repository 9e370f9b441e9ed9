import { Fragment, type ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useSession } from '../session/use-session.ts';

export type OwnShop = { id: number; slug: string };
type Props = {
  /** What follows the shop's slug in the path. */
  place: string;
  children: (shop: OwnShop) => ReactNode;
};

/** The shop that a member works for; the address of another shop leads to the own one. Spec section 6. */
export function OwnDesk({ place, children }: Props) {
  const t = useText();
  const { shopSlug } = useParams();
  const { search, key } = useLocation();
  const { shopId, shopSlug: own } = useSession();
  if (own && own !== shopSlug) return <Navigate to={{ pathname: `/${own}/${place}`, search }} replace />;
  if (shopId === undefined || !own) return <Notice tone="error">{t('shopOrders.noShop')}</Notice>;
  // Whoever comes again finds the form as it begins, and not as it was left.
  return <Fragment key={key}>{children({ id: shopId, slug: own })}</Fragment>;
}
