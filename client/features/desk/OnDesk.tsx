import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { shopQuery } from '../../lib/queries.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useSession } from '../session/use-session.ts';

/** `canManage`: whether whoever is at the screen may change the shop itself and its team. */
export type DeskShop = { shopId: number; slug: string; canManage: boolean };

type Props = { title: string; segment: string; adminsOnly?: boolean; children: (shop: DeskShop) => ReactNode };

/**
 * A screen about a shop for those who run it: members at their own shop, to which any other address leads; the platform's
 * operator at every shop. Everybody else is told that it is not for them.
 */
export function OnDesk({ title, segment, adminsOnly = false, children }: Props) {
  const t = useText();
  const { shopSlug = '' } = useParams();
  const { isVendor, isShopAdmin, isOperator, shopSlug: own } = useSession();
  const shop = useDeskShop(shopSlug);

  if (isVendor && !isOperator && own && own !== shopSlug) return <Navigate to={`/${own}/${segment}`} replace />;
  const isDenied = !isOperator && (!isVendor || (adminsOnly && !isShopAdmin));
  return (
    <Page title={title} narrow>
      {isDenied ? <Notice tone="error">{t(isVendor ? 'desk.adminsOnly' : 'guard.denied')}</Notice> : null}
      {!isDenied && shop ? children(shop) : null}
    </Page>
  );
}

function useDeskShop(slug: string): DeskShop | undefined {
  const { isShopAdmin, isOperator, shopId, shopSlug: own } = useSession();
  const isOwn = shopId !== undefined && own === slug;
  const { data: other } = useQuery({ ...shopQuery(slug), enabled: isOperator && !isOwn });
  const id = isOwn ? shopId : isOperator ? other?.id : undefined;
  return id === undefined ? undefined : { shopId: id, slug, canManage: isShopAdmin || isOperator };
}
