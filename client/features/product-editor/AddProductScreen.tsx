import { isProductBarcode } from '@haat/contract/rules/product-input';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import { useGuardedShop } from '../session/RouteGuard.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { OptionsLoader } from './OptionsLoader.tsx';

const TEXTS = { failed: 'addProduct.failed', network: 'addProduct.error', done: 'addProduct.done' } as const;

/** Add Product. The address may have the barcode of a search without a result. */
export function AddProductScreen() {
  const t = useText();
  const { key } = useLocation();
  const shop = useGuardedShop();
  const [query] = useSearchParams();
  const barcode = query.get('barcode') ?? '';
  return (
    <Page title={t('addProduct.title')} narrow>
      {/* A new visit begins with an empty form. */}
      <OptionsLoader key={key} shopId={shop.shopId}>
        {(options) => (
          <ProductEditor
            barcode={isProductBarcode(barcode) ? barcode : ''}
            {...options}
            shop={shop}
            texts={TEXTS}
            submit={t('addProduct.submit')}
          />
        )}
      </OptionsLoader>
    </Page>
  );
}
