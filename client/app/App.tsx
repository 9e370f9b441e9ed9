import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { HashRouter } from 'react-router-dom';
import { type ReactNode, useEffect } from 'react';
import { SessionProvider, useSession } from '../features/session/SessionProvider.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { onLive } from '../lib/live-updates.ts';
import { loadWithRetry } from '../lib/async.ts';
import { CartProvider } from '../features/cart/CartProvider.tsx';
import { useShopInPath } from '../lib/shop-path.ts';

const queryClient = createQueryClient();

/** The whole app: all providers that screens rely on, from the outside in. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <LiveUpdates />
            <HindiNames />
            {/* Without transitions: a logout and its navigation must render together, or a guard redirects in between. */}
            <HashRouter useTransitions={false}>
              <ShopCart>
                <AppRoutes />
              </ShopCart>
            </HashRouter>
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nProvider>
  );
}

/** While a user is logged in, events of the server make the screens reload what they are about. */
function LiveUpdates() {
  const queries = useQueryClient();
  const { isSignedIn, userId, shopId } = useSession();

  useEffect(() => {
    if (!isSignedIn || userId === undefined) return undefined;
    const ended = new AbortController();
    // Other events have their listeners where they show: `useOwnOrders`, `useShopOrdersLive`.
    const stop = onLive('reconnected', () => void queries.invalidateQueries({ queryKey: ['orders'] }));
    void loadWithRetry(() => import('./live-connection.ts'), ended.signal).then((live) => {
      if (!ended.signal.aborted) live?.connectLive(shopId, ended.signal);
    });
    return () => {
      ended.abort();
      stop();
    };
  }, [queries, isSignedIn, userId, shopId]);

  return null;
}

/** While the screens are in Hindi, names of products are, too, as far as the shared catalog has them. */
function HindiNames() {
  const { i18n: language } = useLingui();
  const isHindi = language.locale === 'hi';
  useEffect(() => {
    if (isHindi)
      void import('../lib/load-hindi-names.ts').then(
        ({ loadHindiNames }) => loadHindiNames(),
        () => {},
      );
  }, [isHindi]);
  return null;
}

type Props = { children: ReactNode };

/** The cart of the logged-in user or guest, in the shop of the path. */
function ShopCart({ children }: Props) {
  const { userId } = useSession();
  return (
    <CartProvider userId={userId} shopSlug={useShopInPath()}>
      {children}
    </CartProvider>
  );
}
