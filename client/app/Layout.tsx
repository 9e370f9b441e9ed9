import { Suspense, useLayoutEffect, useSyncExternalStore } from 'react';
import { Link, NavigationType, Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { getShop } from '@haat/contract/shops/shops.calls';
import { useText } from '../i18n/use-text.ts';
import { Toasts } from '../ui/toasts.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Header } from './Header.tsx';
import { ShopRoute } from './ShopRoute.tsx';
import { useScrollRestoration } from './use-scroll-restoration.ts';
import { hasNewVersion, onNewVersion, activateNewVersion } from '../lib/app-version.ts';
import { useOnline } from '../lib/browser.ts';
import { useCall } from '../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { useShopSlug } from '../lib/shop-path.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { ABOUT_ITEMS, isBackOffice } from './routes.ts';
import layoutStyles from './Layout.module.css';
import pageStyles from '../ui/Page.module.css';

/** Header, the screen, toasts and footer. The back office has its own frame, which comes with its code. */
export function Layout() {
  const t = useText();
  const { pathname, search, state } = useLocation();
  const { notice } = (state ?? {}) as { notice?: unknown };
  useScrollRestoration();
  useOwnFont();

  const skip = () => document.querySelector('main')?.focus();

  const screen = (
    <ErrorBoundary resetKey={pathname}>
      <Suspense fallback={<ScreenSkeleton />}>
        <ShopRoute>
          <Outlet />
        </ShopRoute>
      </Suspense>
    </ErrorBoundary>
  );
  return (
    <div className={layoutStyles.layout}>
      <button type="button" className={layoutStyles.skip} onClick={skip}>
        {t('app.skipLink')}
      </button>
      <StateBanners isCounter={isBackOffice(pathname, '')} />
      {isBackOffice(pathname, search) ? (
        screen
      ) : (
        <>
          <Header />
          <main className={layoutStyles.main} tabIndex={-1}>
            {typeof notice === 'string' ? (
              <div className={layoutStyles.notice}>
                <Notice tone="error">{notice}</Notice>
              </div>
            ) : null}
            {screen}
          </main>
          <Footer />
        </>
      )}
      <Toasts />
    </div>
  );
}

/** The banners of every screen: the device is offline, which the back office says itself; a newer version is available. */
function StateBanners({ isCounter }: { isCounter: boolean }) {
  const t = useText();
  const isOnline = useOnline();
  const isOutdated = useSyncExternalStore(onNewVersion, hasNewVersion);
  return (
    <div className={layoutStyles.banners} role="status">
      {isOnline || isCounter ? null : <p className={layoutStyles.banner}>{t('app.offline')}</p>}
      {isOnline && isOutdated ? (
        <div className={layoutStyles.banner}>
          <p>{t('app.newVersion')}</p>
          <Button look="secondary" onClick={activateNewVersion}>
            {t('app.takeNewVersion')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** While a screen's code arrives: a heading and something below it, as tall as most screens. */
export function ScreenSkeleton() {
  const t = useText();
  return (
    <div className={`${pageStyles.page} ${layoutStyles.late}`} aria-busy="true">
      <p className="visually-hidden" role="status">
        {t('app.loading')}
      </p>
      <div className={pageStyles.heading}>
        <Skeleton width="min(280px, 70%)" height="36px" />
      </div>
      <Skeleton height="60dvh" radius="var(--radius-card)" />
    </div>
  );
}

/** Links to the static pages, on the platform's own screens its email address, and the copyright line. */
export function Footer() {
  const t = useText();
  const isPlatform = useShopSlug() === MAIN_SHOP_SLUG;
  const { data: platform } = useCall(getShop, { params: { slug: MAIN_SHOP_SLUG } }, { enabled: isPlatform });
  const email = isPlatform ? platform?.email : undefined;
  return (
    <footer className={layoutStyles.footer}>
      <nav className={layoutStyles.links} aria-label={t('menu.more')}>
        {ABOUT_ITEMS.map(({ to, text }) => (
          <Link key={to} to={to}>
            {t(text)}
          </Link>
        ))}
        {email ? (
          <a href={`mailto:${email}`} aria-label={t('header.mail', { email })}>
            {email}
          </a>
        ) : null}
      </nav>
      <p>{t('footer.copyright', { year: String(new Date().getFullYear()) })}</p>
    </footer>
  );
}

/** A phone's first screen uses a system font (`ui/tokens.css`); the next one has our own, as everything is redrawn anyway. */
function useOwnFont(): void {
  const hasMoved = useNavigationType() === NavigationType.Push;
  useLayoutEffect(() => {
    if (hasMoved) document.documentElement.toggleAttribute('data-own-font', true);
  }, [hasMoved]);
}
