import { i18n, type Messages } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { messages as en } from 'virtual:catalog/en';
import { messages as hi } from 'virtual:catalog/hi';
import { KNOWN_SHOPS } from '@haat/contract/rules/shop';
import { SessionProvider } from '../features/session/SessionProvider.tsx';
import { ShopCarousel } from '../features/landing/ShopCarousel.tsx';
import { Welcome } from '../features/landing/Welcome.tsx';
import type { Language } from '../i18n/language.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { createQueryClient } from '../lib/query-client.ts';
import { Header } from '../app/Header.tsx';
import pageStyles from '../ui/Page.module.css';
import layoutStyles from '../app/Layout.module.css';

const queryClient = createQueryClient();

/**
 * The dashboard down to the carousel as it stands before anything was asked for, as markup in each language: the build puts
 * it into the page, where it is seen until the app has started. It is a picture of the screen, nothing in it can be used.
 */
export function drawFirstViews(): [language: Language, markup: string][] {
  const views = Object.entries({ en, hi } satisfies Record<Language, Messages>).map(
    ([locale, messages]): [Language, string] => {
      i18n.loadAndActivate({ locale, messages });
      return [locale as Language, withoutLaterPictures(renderToStaticMarkup(<FirstView />))];
    },
  );
  // Else the build waits until they are garbage-collected.
  queryClient.clear();
  return views;
}

/** Pictures outside the viewport come with the app, so that they do not compete for bandwidth with the first ones. */
function withoutLaterPictures(markup: string): string {
  return markup.replaceAll(/<img [^>]*loading="lazy"[^>]*>/g, '');
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
                <div className={pageStyles.page}>
                  <Welcome />
                  <ShopCarousel shops={KNOWN_SHOPS} />
                </div>
              </div>
            </div>
          </MemoryRouter>
        </SessionProvider>
      </QueryClientProvider>
    </I18nProvider>
  );
}
