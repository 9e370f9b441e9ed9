import { i18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { messages as en } from 'virtual:catalog/en';
import { messages as hi } from 'virtual:catalog/hi';
import { SessionProvider } from '../shared/session/SessionProvider.tsx';
import { ShopListPlaceholder } from '../storefront/market/landing/ShopList.tsx';
import { SearchField } from '../ui/SearchField.tsx';
import { Welcome } from '../storefront/market/landing/Welcome.tsx';
import type { Language } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { Header } from '../app/Header.tsx';
import landingStyles from '../storefront/market/landing/DashboardScreen.module.css';
import pageStyles from '../ui/Page.module.css';
import layoutStyles from '../app/Layout.module.css';

const queryClient = createQueryClient();

/**
 * The landing page before anything was requested, as markup in each language: the build puts it into the page, where it is
 * shown until the app has started. Which shops there are, the server says: their places are placeholders. It is a picture of
 * the screen, nothing in it can be used.
 */
export function drawFirstViews(): [language: Language, markup: string][] {
  const views = Object.entries({ en, hi } satisfies Record<Language, Messages>).map(
    ([locale, messages]): [Language, string] => {
      i18n.loadAndActivate({ locale, messages });
      return [locale as Language, renderToStaticMarkup(<FirstView />)];
    },
  );
  // Else the build waits until they are garbage-collected.
  queryClient.clear();
  return views;
}

function FirstView() {
  return (
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={queryClient}>
        <SessionProvider>
          <MemoryRouter initialEntries={[`/${MAIN_SHOP_SLUG}/dashboard`]}>
            <div className={layoutStyles.layout} aria-hidden="true" inert>
              <Header />
              <div className={layoutStyles.main}>
                <div className={`${pageStyles.page} ${landingStyles.landing}`}>
                  <Welcome>
                    <EmptySearch />
                  </Welcome>
                  <div className={landingStyles.results} aria-busy="true">
                    <ShopListPlaceholder />
                  </div>
                </div>
              </div>
            </div>
          </MemoryRouter>
        </SessionProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
}

function EmptySearch() {
  const t = useText();
  return <SearchField label={t('landing.search')} value="" onChange={() => {}} />;
}
