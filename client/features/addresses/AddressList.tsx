import type { AddressView } from '@haat/contract/api/addresses.schema';
import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './AddressDialog.module.css';
import { AddressLines } from './AddressLines.tsx';

type Props = {
  addresses: readonly AddressView[];
  chosen: AddressView | undefined;
  onChosen: (addressId: number) => void;
  onEdit: (address: AddressView | 'new') => void;
};

/** The own addresses, one of them marked. */
export function AddressList({ addresses, chosen, onChosen, onEdit }: Props) {
  const t = useText();
  const group = useId();
  const [marked, setMarked] = useState(chosen?.id);
  return (
    <>
      <ul className={styles.list}>
        {addresses.map((address) => (
          <li key={address.id} className={styles.entry}>
            <label className={styles.choice}>
              <input type="radio" name={group} checked={address.id === marked} onChange={() => setMarked(address.id)} />
              <AddressLines address={address} />
            </label>
            <Button
              look="quiet"
              aria-label={t('address.editOne', { name: address.name, street: address.street })}
              onClick={() => onEdit(address)}
            >
              {t('address.edit')}
            </Button>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button look="secondary" onClick={() => onEdit('new')}>
          {t('address.add')}
        </Button>
        <Button disabled={marked === undefined} onClick={() => marked !== undefined && onChosen(marked)}>
          {t('address.choose')}
        </Button>
      </div>
    </>
  );
}
