import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { HashRouter } from 'react-router-dom';
import { SessionProvider } from '../features/session/SessionProvider.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { LiveUpdates } from './LiveUpdates.tsx';
import { ShopCart } from './ShopCart.tsx';

const queryClient = createQueryClient();

/** The whole app: everything that screens rely on, from the outside in. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <SessionProvider>
            <LiveUpdates />
            {/* Without transitions: a logout and the way to the login happen in one step, or a guard steps in between. */}
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
