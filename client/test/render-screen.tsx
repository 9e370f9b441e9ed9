import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { configure, render } from '@testing-library/react';
import { messages as pageTexts } from 'virtual:catalog/en-pages';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { CartProvider } from '../shared/cart/CartProvider.tsx';
import { BACK_OFFICE_ROUTES } from '../app/back-office-routes.ts';
import type { ScreenRoute } from '../app/routes.ts';
import { RouteGuard } from '../shared/session/RouteGuard.tsx';
import { SessionProvider, useSession } from '../shared/session/SessionProvider.tsx';
import { activateEnglish } from '../i18n/language.ts';
import '../i18n/catalog-texts.ts';
import '../i18n/landing-texts.ts';
import { useText } from '../i18n/use-text.ts';
import { useShopInPath } from '../lib/shop-path.ts';
import { Toasts } from '../ui/toasts.tsx';

// On a busy machine the next screen can take longer than the second that `findBy` waits by default.
configure({ asyncUtilTimeout: 5000 });

type Shown = { path: string; at: string; state?: unknown; hasToasts?: boolean };

/**
 * Renders a screen with its providers, at an address. Any other address shows `went to <address>`, so that a test sees
 * where a screen navigates to.
 */
export function renderScreen(element: ReactElement, { path, at, state, hasToasts = false }: Shown) {
  activateEnglish();
  i18n.load('en', pageTexts);
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const entry = { ...parsePath(at), state };
  return render(
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queries}>
        <MemoryRouter initialEntries={[entry]}>
          <SessionProvider>
            <WithCart>
              <Routes>
                <Route path={path} element={withRouteGuard(element, path)} />
                <Route path="*" element={<Whereabouts />} />
              </Routes>
              {hasToasts ? <Toasts /> : null}
            </WithCart>
          </SessionProvider>
        </MemoryRouter>
      </QueryClientProvider>
    </I18nProvider>,
  );
}

/** A screen of the back office behind the gatekeeper of its route, as in the app. */
export function withRouteGuard(element: ReactElement, path: string) {
  const route = BACK_OFFICE_ROUTES.find((each) => each.path === path);
  return route ? <Gated route={route}>{element}</Gated> : element;
}

function Gated({ route: { admission, title }, children }: { route: ScreenRoute; children: ReactNode }) {
  const t = useText();
  return (
    <RouteGuard admission={admission} title={title && t(title)}>
      {children}
    </RouteGuard>
  );
}

function parsePath(at: string) {
  const { pathname, search } = new URL(at, 'http://test');
  return { pathname, search };
}

function WithCart({ children }: { children: ReactNode }) {
  const { userId } = useSession();
  return (
    <CartProvider userId={userId} shopSlug={useShopInPath()}>
      {children}
    </CartProvider>
  );
}

function Whereabouts() {
  const { pathname, search } = useLocation();
  return <p>{`went to ${pathname}${search}`}</p>;
}
