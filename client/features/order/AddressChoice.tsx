import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { AddressLines } from '../addresses/AddressLines.tsx';
import { useAddresses } from '../addresses/use-addresses.ts';
import styles from './Checkout.module.css';

type Props = { onAsk: () => void };

/** Where the delivery goes. */
export function AddressChoice({ onAsk }: Props) {
  const t = useText();
  const { chosen } = useAddresses();
  return (
    <section className={styles.card} aria-labelledby="order-address">
      <div className={styles.row}>
        <h2 id="order-address" className={styles.heading}>
          {t('address.title')}
        </h2>
        <Button look="secondary" aria-haspopup="dialog" onClick={onAsk}>
          {t(chosen ? 'address.edit' : 'address.add')}
        </Button>
      </div>
      {chosen ? <AddressLines address={chosen} /> : <p>{t('address.none')}</p>}
    </section>
  );
}
