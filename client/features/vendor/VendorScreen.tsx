import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import { ShopFigures } from '../figures/ShopFigures.tsx';
import { ShopNotifications } from '../notifications/ShopNotifications.tsx';
import { useSession } from '../session/use-session.ts';

/** Greets the vendor by email and shows how the shop is doing, and its notifications. Spec section 2, vendor welcome page. */
export function VendorScreen() {
  const t = useText();
  const { email = '' } = useSession();
  return (
    <Page title={t('vendor.welcome', { email })}>
      <ShopFigures />
      <ShopNotifications />
    </Page>
  );
}
