import { ORDER_PATHS, OWN_ORDER_PATHS } from '@haat/contract/changes';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { withPageTexts } from '../i18n/language.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { onLive } from '../lib/live-updates.ts';
import { reload } from '../lib/reload.ts';
import { connectLive } from './live-connection.ts';

const UnreadSign = lazyComponent(() => import('../storefront/orders/UnreadSign.tsx'), 'UnreadSign');
const MemberOnStorefront = lazyComponent(() => withPageTexts(import('./MemberOnStorefront.tsx')), 'MemberOnStorefront');

/**
 * For a user who is logged in, on every screen: live updates; for a customer a sign of unread notifications, for a member the
 * lock of a shared device.
 */
export function SignedIn() {
  const { isVendor, claims } = useSession();
  useLiveUpdates();
  if (!isVendor) return <UnreadSign />;
  return claims?.helping ? null : <MemberOnStorefront />;
}

const SHOWN = [...ORDER_PATHS, ...OWN_ORDER_PATHS];

/** Opens the live connection, and reloads orders after a gap in it. */
function useLiveUpdates(): void {
  const queries = useQueryClient();
  const { userId, shopId } = useSession();
  useEffect(() => {
    if (userId === undefined) return undefined;
    const ended = new AbortController();
    // Other events have their listeners where they show: `useOwnOrders`, `useShopOrdersLive`.
    const stop = onLive('reconnected', () => void reload(queries, SHOWN));
    connectLive(shopId, ended.signal);
    return () => {
      ended.abort();
      stop();
    };
  }, [queries, userId, shopId]);
}
