import type { AddressView } from '@haat/contract/api/users';
import type { AddressFields } from '@haat/contract/rules/address';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useShopSlug } from '../../lib/shop-path.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useLoginPath, useSession } from '../session/SessionProvider.tsx';
import styles from './AddressDialog.module.css';
import { AddressForm } from './AddressForm.tsx';
import { useAddresses } from './use-addresses.ts';

type Props = { onChosen: (addressId: number) => void; onClose: () => void; notice?: string | undefined };

/** The address popup: choose one of the user's addresses, change one, or add the first. */
export function AddressDialog({ onChosen, onClose, notice }: Props) {
  const t = useText();
  const { isSignedIn } = useSession();
  return (
    <Dialog shape="sheet" label={t('address.title')} onClose={onClose}>
      <div className={styles.popup}>
        <div className={styles.top}>
          <h2>{t('address.title')}</h2>
          <button type="button" className={styles.close} aria-label={t('common.close')} onClick={onClose}>
            ×
          </button>
        </div>
        {notice ? <Notice tone="error">{notice}</Notice> : null}
        {isSignedIn ? <OwnAddresses onChosen={onChosen} /> : <AskToLogIn />}
      </div>
    </Dialog>
  );
}

function AskToLogIn() {
  const t = useText();
  const loginPath = useLoginPath(useShopSlug());
  return (
    <>
      <p>{t('address.logIn')}</p>
      <Link className={buttonClass('primary', true)} to={loginPath} replace>
        {t('menu.login')}
      </Link>
    </>
  );
}

function OwnAddresses({ onChosen }: Pick<Props, 'onChosen'>) {
  const { user } = useSession();
  const t = useText();
  const { addresses, chosen, choose, isLoading, isUnknown, reload } = useAddresses();
  const [edited, setEdited] = useState<AddressView | 'new'>();

  if (isLoading) return <Skeleton height="160px" />;
  if (isUnknown) return <LoadFailure text={t('address.loadFailed')} onRetry={reload} />;
  const pick = (id: number) => {
    choose(id);
    onChosen(id);
  };
  if (edited === undefined && addresses.length > 0) {
    return <AddressList addresses={addresses} chosen={chosen} onChosen={pick} onEdit={setEdited} />;
  }
  return (
    <AddressForm
      address={edited === 'new' ? undefined : edited}
      known={{ name: user?.name ?? '', phone: user?.mobile ?? '' }}
      onSaved={({ id }) => pick(id)}
      onCancel={addresses.length > 0 ? () => setEdited(undefined) : undefined}
    />
  );
}

type AddressListProps = {
  addresses: readonly AddressView[];
  chosen: AddressView | undefined;
  onChosen: (addressId: number) => void;
  onEdit: (address: AddressView | 'new') => void;
};

/** The user's addresses as a list of radio buttons. */
function AddressList({ addresses, chosen, onChosen, onEdit }: AddressListProps) {
  const t = useText();
  const group = useId();
  const [marked, setMarked] = useState(chosen?.id);
  return (
    <>
      <Stack as="ul">
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
      </Stack>
      <Row justify="between" align="stretch">
        <Button look="secondary" onClick={() => onEdit('new')}>
          {t('address.add')}
        </Button>
        <Button disabled={marked === undefined} onClick={() => marked !== undefined && onChosen(marked)}>
          {t('address.choose')}
        </Button>
      </Row>
    </>
  );
}

type AddressLinesProps = { address: AddressFields };

/** An address on several lines. */
export function AddressLines({ address: { name, street, city, zip, phone } }: AddressLinesProps) {
  return (
    <span className={styles.lines}>
      <strong>{name}</strong>
      <span>
        {street}, {city} {zip}
      </span>
      <span className={styles.phone}>{phone}</span>
    </span>
  );
}
