import { i18n } from '@lingui/core';
import { I18nProvider, useLingui } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { HashRouter } from 'react-router-dom';
import { type ReactNode, useEffect } from 'react';
import { SessionProvider, useSession } from '../shared/session/SessionProvider.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { lazyComponent } from '../lib/lazy.ts';
import { CartProvider } from '../shared/cart/CartProvider.tsx';
import { useShopInPath } from '../lib/shop-path.ts';

const queryClient = createQueryClient();

/** The whole app: all providers that screens rely on, from the outside in. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <HindiNames />
            {/* Without transitions: a logout and its navigation must render together, or a guard redirects in between. */}
            <HashRouter useTransitions={false}>
              <OfUser />
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

const SignedIn = lazyComponent(() => import('./SignedIn.tsx'), 'SignedIn');

/** What only a user who is logged in needs, once the screens are shown. */
function OfUser() {
  return useSession().isSignedIn ? <SignedIn /> : null;
}

/** While the screens are in Hindi, product names are, too, if the shared catalog has them. */
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
