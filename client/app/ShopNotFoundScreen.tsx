import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { buttonClass } from '../ui/button-class.ts';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Page } from '../ui/Page.tsx';

/** Stands for every screen of a shop that is not there. Spec section 8, shop. */
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
