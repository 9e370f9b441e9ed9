import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';

/** Stands for the screens on which a shop sells, while the platform has suspended it. */
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
