import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useSession } from '../session/use-session.ts';
import { AddressDialog } from './AddressDialog.tsx';
import styles from './DeliveryAddress.module.css';
import { useAddresses } from './use-addresses.ts';

/** The delivery address, with Edit Address or Add Address. */
export function DeliveryAddress() {
  const t = useText();
  const { chosen, isUnknown, reload } = useAddresses();
  const { isSignedIn } = useSession();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <div className={styles.selector}>
      <p className={styles.text}>
        <span className={styles.label}>{t('address.deliverTo')}</span>
        <span className={isSignedIn ? styles.place : undefined}>
          {chosen
            ? `${chosen.name}, ${chosen.street}, ${chosen.city} ${chosen.zip}`
            : t(isUnknown ? 'address.loadFailed' : 'address.none')}
        </span>
      </p>
      {isUnknown ? (
        <Button look="secondary" onClick={reload}>
          {t('common.tryAgain')}
        </Button>
      ) : (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(chosen ? 'address.edit' : 'address.add')}
        </Button>
      )}
      {isOpen ? <AddressDialog onChosen={close} onClose={close} /> : null}
    </div>
  );
}
