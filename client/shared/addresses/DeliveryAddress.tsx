import { type ReactNode, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import { useSession } from '../session/SessionProvider.tsx';
import { useLabelText } from './use-label-text.ts';
import { useAddresses } from './use-addresses.ts';
import styles from './Addresses.module.css';

const AddressDialog = lazyComponent(() => import('./AddressDialog.tsx'), 'AddressDialog');

/** `isCompact`: as high as its button, for a place above other content. `label`: the text above the address. */
type Props = { isCompact?: boolean; label?: ReactNode };

/** The delivery address, with Edit Address or Add Address. */
export function DeliveryAddress({ isCompact = false, label }: Props) {
  const t = useText();
  const { chosen, isLoading, isUnknown, reload } = useAddresses();
  const { isSignedIn } = useSession();
  const [isOpen, setOpen] = useState(false);
  const labelText = useLabelText()(chosen?.label);
  const close = () => setOpen(false);
  const text = chosen
    ? `${labelText ?? chosen.name}, ${chosen.street}, ${chosen.city} ${chosen.zip}`
    : t(isUnknown ? 'address.loadFailed' : 'address.none');
  return (
    <div className={isCompact ? `${styles.selector} ${styles.compact}` : styles.selector}>
      <p className={styles.text}>
        <span className={looks.hint}>{label ?? t('address.deliverTo')}</span>
        <span className={isSignedIn ? styles.place : undefined}>{isLoading ? <Skeleton height="1lh" /> : text}</span>
      </p>
      {isLoading ? <Skeleton width="124px" height="var(--touch)" /> : null}
      {isUnknown ? (
        <Button look="secondary" onClick={reload}>
          {t('common.tryAgain')}
        </Button>
      ) : null}
      {isLoading || isUnknown ? null : (
        <Button look="secondary" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {t(chosen ? 'address.edit' : 'address.add')}
        </Button>
      )}
      {isOpen ? <AddressDialog onChosen={close} onClose={close} /> : null}
    </div>
  );
}
