import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { buttonClass } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeading } from '../../../ui/Page.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { LandingMore } from './LandingMore.tsx';
import pageStyles from '../../../ui/Page.module.css';
import styles from './DashboardScreen.module.css';

/** The landing page of an installation that has no shops yet. */
export function EmptyLanding() {
  const t = useText();
  const { isOperator } = useSession();
  return (
    <div className={`${pageStyles.page} ${styles.landing}`}>
      <PageHeading>{t('landing.title')}</PageHeading>
      <EmptyState text={t(isOperator ? 'noShops.operator' : 'noShops.text')}>
        {isOperator ? (
          <Link className={buttonClass()} to="/operator/shops">
            {t('noShops.create')}
          </Link>
        ) : null}
      </EmptyState>
      <LandingMore />
    </div>
  );
}
