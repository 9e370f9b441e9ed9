import { Link } from 'react-router-dom';
import { useName, useProductName } from '../../i18n/use-name.ts';
import styles from './Stock.module.css';

type Named = { variant_id: number; name: string; option: string | null };

/** The name of a variant in one text: `Rice, 5 kg`. */
export function useVariantText(): (variant: Pick<Named, 'name' | 'option'>) => string {
  const productName = useProductName();
  const optionText = useOptionText();
  return ({ name, option }) => (option === null ? productName(name) : `${productName(name)}, ${optionText(option)}`);
}

/** Size, colour and unit in the language of the screen. */
function useOptionText(): (option: string) => string {
  const nameOf = useName();
  return (option) => option.split(SEPARATOR).map(nameOf).join(SEPARATOR);
}

const SEPARATOR = ' · ';

/** A variant in a list of the stock; its name leads to the history of its stock. */
export function VariantName({ variant, slug }: { variant: Named; slug: string }) {
  const productName = useProductName();
  const optionText = useOptionText();
  return (
    <Link className={styles.variant} to={`/${slug}/admin/stock/variants/${variant.variant_id}`}>
      <span>{productName(variant.name)}</span>
      {variant.option === null ? null : <span className={styles.quiet}>{optionText(variant.option)}</span>}
    </Link>
  );
}
