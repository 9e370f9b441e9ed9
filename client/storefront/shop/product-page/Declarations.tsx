import type { ProductDetails, ProductView } from '@haat/contract/catalog/products.calls';
import type { MakerRole } from '@haat/contract/catalog/product-input';
import { formatRupees } from '@haat/contract/rupees';
import { useName, useVariantLabel } from '../../../i18n/use-name.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { DefinitionList } from '../../../ui/DefinitionList.tsx';
import styles from './ProductPage.module.css';

const MAKERS: Record<MakerRole, TextId> = {
  manufacturer: 'productPage.manufacturer',
  packer: 'productPage.packer',
  importer: 'productPage.importer',
};

type Props = { product: ProductView; details: ProductDetails };

/** The declarations that Indian law requires for a product sold online, if the shop has given them. */
export function Declarations({ product, details }: Props) {
  const t = useText();
  const nameOf = useName();
  const prices = useMaximumPrices(product);
  const units = product.variants.flatMap(({ unit }) => (unit ? [nameOf(unit.name)] : []));
  const { maker_role: role, maker_name: maker, maker_address: address } = details;
  const items = [
    { term: t('productPage.netQuantity'), value: details.net_quantity ?? [...new Set(units)].join(', ') },
    { term: t('productPage.mrp'), value: prices },
    {
      term: t(role ? MAKERS[role] : 'productPage.maker'),
      value: [maker, address].filter((each) => each !== null).join(', '),
    },
    { term: t('productPage.origin'), value: details.country_of_origin },
    { term: t('productPage.fssai'), value: details.fssai_licence },
    { term: t('productPage.bestBefore'), value: details.best_before },
  ].filter(({ value }) => value !== null && value !== '');
  if (items.length === 0) return null;
  return (
    <section className={styles.section}>
      <h2>{t('productPage.declarations')}</h2>
      <DefinitionList layout="divided" className={styles.declarations} items={items} />
    </section>
  );
}

/** `₹60.00`, or a line `500 g: ₹60.00` for each variant; empty where none has a maximum price. */
function useMaximumPrices({ variants }: ProductView): string {
  const labelOf = useVariantLabel();
  const prices = variants.flatMap(({ mrp, size, color, unit }) => {
    if (mrp === null) return [];
    const label = labelOf({ size: size?.name, color: color?.name, unit: unit?.name });
    return variants.length > 1 && label ? [`${label}: ${formatRupees(mrp)}`] : [formatRupees(mrp)];
  });
  return [...new Set(prices)].join('\n');
}
