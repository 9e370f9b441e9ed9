import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';

/** Spec section 2, landing dashboard. */
export function DashboardScreen() {
  const t = useText();
  return <Page title={t('landing.title')}>{t('landing.noShops')}</Page>;
}
