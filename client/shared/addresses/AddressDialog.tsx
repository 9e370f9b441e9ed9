import type { AddressView } from '@haat/contract/accounts/users.calls';
import { checkDelivery, type DeliveryArea, toPlace } from '@haat/contract/shops/delivery-area';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useShopSlug } from '../../lib/shop-path.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import { useLoginPath, useSession } from '../session/SessionProvider.tsx';
import { AddressForm } from './AddressForm.tsx';
import { AddressLines, deliveryProblem } from './AddressLines.tsx';
import { type Deletion, useAddresses, useDeleteAddress } from './use-addresses.ts';
import styles from './Addresses.module.css';

type Choice = {
  onChosen: (addressId: number) => void;
  /** Where the shop delivers: addresses outside cannot be chosen. */
  area?: DeliveryArea | undefined;
  /** Takeaway instead, offered where an address is outside. */
  onTakeaway?: () => void;
};
type Props = Choice & { onClose: () => void };

/** The address popup: choose one of the user's addresses, change or delete one, or add the first. */
export function AddressDialog({ onClose, ...choice }: Props) {
  const t = useText();
  const { isSignedIn } = useSession();
  return (
    <Dialog shape="sheet" label={t('address.title')} onClose={onClose}>
      <Stack gap={4}>
        <div className={styles.top}>
          <h2>{t('address.title')}</h2>
          <button
            type="button"
            className={`${looks.icon} ${styles.close}`}
            aria-label={t('common.close')}
            onClick={onClose}
          >
            ×
          </button>
        </div>
        {isSignedIn ? <OwnAddresses {...choice} /> : <AskToLogIn />}
      </Stack>
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

function OwnAddresses({ onChosen, area, onTakeaway }: Choice) {
  const { user } = useSession();
  const t = useText();
  const { addresses, chosen, choose, isLoading, isUnknown, reload } = useAddresses();
  const [edited, setEdited] = useState<AddressView | 'new'>();
  const { remove, deletion } = useDeleteAddress();

  if (isLoading) return <Skeleton height="160px" />;
  if (isUnknown) return <LoadFailure text={t('address.loadFailed')} onRetry={reload} />;
  const pick = (id: number) => {
    choose(id);
    onChosen(id);
  };
  const choice = { area, onTakeaway, onChosen: pick };
  return (
    <>
      {edited === undefined ? <DeletionNotice deletion={deletion} /> : null}
      {edited === undefined && addresses.length > 0 ? (
        <AddressList {...choice} addresses={addresses} chosen={chosen} onEdit={setEdited} onDelete={remove} />
      ) : (
        <AddressForm
          address={edited === 'new' ? undefined : edited}
          known={{ name: user?.name ?? '', phone: user?.mobile ?? '' }}
          onSaved={(saved) => {
            setEdited(undefined);
            if (isInArea(saved, area)) pick(saved.id);
          }}
          onCancel={addresses.length > 0 ? () => setEdited(undefined) : undefined}
        />
      )}
    </>
  );
}

/** The result of a deletion, with Undo. In the popup, because a toast behind it cannot be reached. */
function DeletionNotice({ deletion }: { deletion: Deletion | undefined }) {
  const t = useText();
  if (!deletion) return null;
  const { text, hasFailed = false, undo } = deletion;
  return (
    <Notice tone={hasFailed ? 'error' : 'info'}>
      <Row justify="between">
        <span>{text}</span>
        {undo ? (
          // The button that had the focus is gone.
          <Button look="secondary" autoFocus onClick={() => void undo()}>
            {t('common.undo')}
          </Button>
        ) : null}
      </Row>
    </Notice>
  );
}

function isInArea(address: AddressView, area: DeliveryArea | undefined): boolean {
  return !area || checkDelivery(area, toPlace(address)) === 'delivers';
}

type AddressListProps = Choice & {
  addresses: readonly AddressView[];
  chosen: AddressView | undefined;
  onEdit: (address: AddressView | 'new') => void;
  onDelete: (address: AddressView) => Promise<void>;
};

/** The user's addresses as a list of radio buttons. */
function AddressList({ addresses, chosen, onEdit, onDelete, ...choice }: AddressListProps) {
  const t = useText();
  const { area, onChosen, onTakeaway } = choice;
  const group = useId();
  const [tapped, setTapped] = useState(chosen?.id);
  const inArea = addresses.filter((address) => isInArea(address, area));
  const marked = (inArea.find(({ id }) => id === tapped) ?? inArea[0])?.id;
  return (
    <>
      <Stack as="ul">
        {addresses.map((address) => (
          <AddressEntry
            key={address.id}
            address={address}
            group={group}
            isMarked={address.id === marked}
            problem={area && deliveryProblem(address, area)}
            onMark={() => setTapped(address.id)}
            onEdit={() => onEdit(address)}
            onDelete={() => void onDelete(address)}
          />
        ))}
      </Stack>
      {onTakeaway && inArea.length < addresses.length ? (
        <Button look="secondary" wide onClick={onTakeaway}>
          {t('address.takeaway')}
        </Button>
      ) : null}
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

type AddressEntryProps = {
  address: AddressView;
  group: string;
  isMarked: boolean;
  problem: TextId | undefined;
  onMark: () => void;
  onEdit: () => void;
  onDelete: () => void;
};

function AddressEntry({ address, group, isMarked, problem, onMark, onEdit, onDelete }: AddressEntryProps) {
  const t = useText();
  const whose = { name: address.name, street: address.street };
  return (
    <li className={styles.entry}>
      <label className={styles.choice}>
        <input type="radio" name={group} checked={isMarked} disabled={problem !== undefined} onChange={onMark} />
        <span>
          <AddressLines address={address} />
          {problem ? <span className={looks.problem}>{t(problem)}</span> : null}
        </span>
      </label>
      <span className={styles.tools}>
        <Button look="quiet" aria-label={t('address.editOne', whose)} onClick={onEdit}>
          {t('address.editShort')}
        </Button>
        <Button look="quiet" aria-label={t('address.deleteOne', whose)} onClick={onDelete}>
          {t('address.delete')}
        </Button>
      </span>
    </li>
  );
}
