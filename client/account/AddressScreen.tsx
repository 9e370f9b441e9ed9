import { useNavigate, useParams } from 'react-router-dom';
import '../i18n/catalog-texts.ts';
import { useText } from '../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { Button } from '../ui/Button.tsx';
import { Page } from '../ui/Page.tsx';
import { DeliveryAddress } from '../shared/addresses/DeliveryAddress.tsx';
import { useCart } from '../shared/cart/use-cart.ts';

/** The delivery address: view, change or add it. It leads on to the order, or to the products while nothing is in the cart. */
export function AddressScreen() {
  const t = useText();
  const navigate = useNavigate();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const { isLoaded, lineCount } = useCart();
  const hasOrder = !isLoaded || lineCount > 0;
  return (
    <Page title={t('address.title')} narrow>
      <DeliveryAddress />
      <p>
        <Button look="quiet" onClick={() => void navigate(`/${shopSlug}/${hasOrder ? 'order' : 'products'}`)}>
          {t(hasOrder ? 'address.toOrder' : 'address.toProducts')}
        </Button>
      </p>
    </Page>
  );
}
