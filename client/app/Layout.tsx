import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { Toasts } from '../ui/Toasts.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { KnownShop } from './KnownShop.tsx';
import styles from './Layout.module.css';
import { ScreenSkeleton } from './ScreenSkeleton.tsx';
import { StateBanners } from './StateBanners.tsx';
import { useOwnFont } from './use-own-font.ts';
import { useScrollRestoration } from './use-scroll-restoration.ts';

/** Header, the screen, toasts and footer. Spec section 2. */
export function Layout() {
  const t = useText();
  const { pathname } = useLocation();
  useScrollRestoration();
  useOwnFont();

  const skip = () => document.querySelector('main')?.focus();

  return (
    <div className={styles.layout}>
      <button type="button" className={styles.skip} onClick={skip}>
        {t('app.skipLink')}
      </button>
      <StateBanners />
      <Header />
      <main className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<ScreenSkeleton />}>
            <KnownShop>
              <Outlet />
            </KnownShop>
          </Suspense>
        </ErrorBoundary>
      </main>
      <Footer />
      <Toasts />
    </div>
  );
}
