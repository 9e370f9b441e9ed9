import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import { ShopFigures } from '../figures/ShopFigures.tsx';
import { ShopNotifications } from './ShopNotifications.tsx';

/** The start of a shop's own side: how it is doing, and its notifications. Spec section 2, shop dashboard. */
export function ShopDashboardScreen() {
  const t = useText();
  return (
    <Page title={t('shopDashboard.title')}>
      <ShopFigures />
      <ShopNotifications />
    </Page>
  );
}
