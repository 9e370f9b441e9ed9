import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { messages as pageTexts } from 'virtual:catalogue/en-pages';
import type { ReactElement, ReactNode } from 'react';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { CartProvider } from '../features/cart/CartProvider.tsx';
import { SessionProvider } from '../features/session/SessionProvider.tsx';
import { useSession } from '../features/session/use-session.ts';
import { activateEnglish } from '../i18n/language.ts';
import '../i18n/shelf-texts.ts';
import { useShopInPath } from '../lib/shop-path.ts';
import { Toasts } from '../ui/Toasts.tsx';

type Shown = { path: string; at: string; state?: unknown; hasToasts?: boolean };

/**
 * A screen in everything that it relies on, at an address. Any other address shows `went to <address>`, so a test sees
 * where a screen leads.
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
                <Route path={path} element={element} />
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
