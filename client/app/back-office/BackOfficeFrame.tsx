import { type ReactNode, Suspense } from 'react';
import { useLocation } from 'react-router-dom';
import { AnnouncementBar } from '../../platform/AnnouncementBar.tsx';
import { SuspensionNotice } from '../../office/shop/SuspensionNotice.tsx';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { ScreenSkeleton } from '../Layout.tsx';
import { BackOfficeHeader } from './BackOfficeHeader.tsx';
import { HelpBand } from './HelpBand.tsx';
import { ScreenNav } from './ScreenNav.tsx';
import styles from './BackOfficeHeader.module.css';

type Props = {
  /** In the header: the state of this device. */
  signs?: ReactNode;
  /** Above every screen. */
  notices?: ReactNode;
  children: ReactNode;
};

/**
 * Around every screen of the back office: one header, the parts of the back office, and the screens of the one that is open.
 * When a screen fails, the navigation to the others stays.
 */
export function BackOfficeFrame({ signs, notices, children }: Props) {
  const { pathname } = useLocation();
  return (
    <div className={styles.frame}>
      <BackOfficeHeader signs={signs} />
      <HelpBand />
      <ScreenNav />
      <AnnouncementBar />
      <SuspensionNotice />
      {notices}
      <main className={styles.main} tabIndex={-1}>
        <ErrorBoundary resetKey={pathname}>
          <Suspense fallback={<ScreenSkeleton />}>{children}</Suspense>
        </ErrorBoundary>
      </main>
    </div>
  );
}
