import { useNavigate, useParams } from 'react-router-dom';
import '../../i18n/catalog-texts.ts';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { Button } from '../../ui/Button.tsx';
import { Page } from '../../ui/Page.tsx';
import { DeliveryAddress } from './DeliveryAddress.tsx';

/** The delivery address: view, change or add it. */
export function AddressScreen() {
  const t = useText();
  const navigate = useNavigate();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  return (
    <Page title={t('address.title')} narrow>
      <DeliveryAddress />
      <p>
        <Button look="quiet" onClick={() => void navigate(`/${shopSlug}/order`)}>
          {t('address.toOrder')}
        </Button>
      </p>
    </Page>
  );
}
