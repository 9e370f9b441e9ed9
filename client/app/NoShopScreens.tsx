import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { buttonClass } from '../ui/Button.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';

/** Shown instead of every screen of a shop that does not exist. */
export function ShopNotFoundScreen() {
  const t = useText();
  return (
    <Page title={t('header.notFound')} narrow>
      <EmptyState text={t('header.notFoundHint')}>
        <Link className={buttonClass()} to="/">
          {t('history.find')}
        </Link>
      </EmptyState>
    </Page>
  );
}

/** Shown instead of the shop's customer screens while the platform has suspended it. */
export function ShopSuspendedScreen() {
  const t = useText();
  return (
    <Page title={t('suspended.title')} narrow>
      <EmptyState text={t('suspended.text')}>
        <Link className={buttonClass()} to="/">
          {t('history.find')}
        </Link>
      </EmptyState>
    </Page>
  );
}
