import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';

/** Spec section 2, products. */
export function ProductsScreen() {
  const t = useText();
  return <Page title={t('products.title')}>{t('app.loading')}</Page>;
}
