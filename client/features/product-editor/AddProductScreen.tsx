import { isProductBarcode } from '@haat/contract/rules/product-barcode';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import { OwnDesk } from './OwnDesk.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { WithOptions } from './WithOptions.tsx';

const TEXTS = { failed: 'addProduct.failed', network: 'addProduct.error', done: 'addProduct.done' } as const;

/** Add Product; the address may have the barcode that was looked for in vain. Spec section 2. */
export function AddProductScreen() {
  const t = useText();
  const [query] = useSearchParams();
  const barcode = query.get('barcode') ?? '';
  return (
    <Page title={t('addProduct.title')} narrow>
      <OwnDesk place="admin/add-product">
        {(shop) => (
          <WithOptions shopId={shop.id}>
            {(options) => (
              <ProductEditor
                barcode={isProductBarcode(barcode) ? barcode : ''}
                {...options}
                shop={shop}
                texts={TEXTS}
                submit={t('addProduct.submit')}
              />
            )}
          </WithOptions>
        )}
      </OwnDesk>
    </Page>
  );
}
