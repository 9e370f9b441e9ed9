import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { AddressLines } from '../addresses/AddressLines.tsx';
import { useAddresses } from '../addresses/use-addresses.ts';
import styles from './Checkout.module.css';

type Props = { onAsk: () => void };

/** Where the delivery goes. */
export function AddressChoice({ onAsk }: Props) {
  const t = useText();
  const { chosen, isLoading, isUnknown, reload } = useAddresses();
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
      {chosen ? <AddressLines address={chosen} /> : null}
      {isLoading ? <Skeleton height="44px" /> : null}
      {isUnknown ? <LoadFailure text={t('address.loadFailed')} onRetry={reload} /> : null}
      {!chosen && !isLoading && !isUnknown ? <p>{t('address.none')}</p> : null}
    </section>
  );
}
