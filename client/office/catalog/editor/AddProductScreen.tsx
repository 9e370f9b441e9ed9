import { isItemCode } from '@haat/contract/catalog/barcode';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { Page } from '../../../ui/Page.tsx';
import { useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import { ProductEditor } from './ProductEditor.tsx';
import { ownProductQuery } from './editor-queries.ts';
import { FormSkeleton, OptionsLoader } from './OptionsLoader.tsx';

const TEXTS = { failed: 'addProduct.failed', network: 'addProduct.error', done: 'addProduct.done' } as const;

/** The server's limit. */
const MAX_NAME_LENGTH = 120;

/** Add Product. The address may have the barcode or the name of a search without a result, or the product to copy. */
export function AddProductScreen() {
  const t = useText();
  const { key } = useLocation();
  const shop = useGuardedShop();
  const [query] = useSearchParams();
  const barcode = query.get('barcode') ?? '';
  const name = (query.get('name') ?? '').trim().slice(0, MAX_NAME_LENGTH);
  const copy = query.get('copy');
  // A product that cannot be read is not copied: the form is empty.
  const original = useQuery({ ...ownProductQuery(shop.shopId, copy ?? ''), enabled: copy !== null });
  return (
    <Page title={t('addProduct.title')}>
      {/* A new visit begins with an empty form. */}
      <OptionsLoader key={`${key} ${copy}`} shopId={shop.shopId}>
        {(options) =>
          original.isLoading ? (
            <FormSkeleton />
          ) : (
            <ProductEditor
              begun={{ barcode: isItemCode(barcode) ? barcode : '', name }}
              {...options}
              {...(original.data && { original: original.data })}
              shop={shop}
              texts={TEXTS}
              submit={t('addProduct.submit')}
            />
          )
        }
      </OptionsLoader>
    </Page>
  );
}
