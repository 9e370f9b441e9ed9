import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { HashRouter } from 'react-router-dom';
import { CartProvider } from '../features/cart/CartProvider.tsx';
import { createQueryClient } from '../lib/query-client.ts';
import { useShopInPath } from '../lib/shop-path.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';

const queryClient = createQueryClient();

/** The whole app: everything that screens rely on, from the outside in. */
export function App() {
  return (
    <I18nProvider i18n={i18n}>
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <HashRouter>
            <WithCart />
          </HashRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </I18nProvider>
  );
}

function WithCart() {
  const shopSlug = useShopInPath();
  return (
    <CartProvider userId={undefined} shopSlug={shopSlug}>
      <AppRoutes />
    </CartProvider>
  );
}
