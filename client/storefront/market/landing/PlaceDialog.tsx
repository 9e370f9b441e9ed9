import type { AddressView } from '@haat/contract/accounts/users.calls';
import { type ReactNode, useState } from 'react';
import '../../../i18n/catalog-texts.ts';
import { useText } from '../../../i18n/use-text.ts';
import { lazyComponent } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/Button.tsx';
import choices from '../../../ui/ChoiceList.module.css';
import { Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { chooseAddress } from '../../../shared/addresses/use-addresses.ts';
import { useLabelText } from '../../../shared/addresses/use-label-text.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import styles from './OwnPlace.module.css';

const AddressDialog = lazyComponent(() => import('../../../shared/addresses/AddressDialog.tsx'), 'AddressDialog');

type Props = {
  addresses: readonly AddressView[];
  /** Undefined while the shops around the device are shown. */
  chosenId: number | undefined;
  onHere: () => void;
  onClose: () => void;
};

/** The user's addresses and the place of the device: a tap chooses where the shops are looked for. */
export function PlaceDialog({ addresses, chosenId, onHere, onClose }: Props) {
  const t = useText();
  const { userId } = useSession();
  const labelOf = useLabelText();
  const [isManaged, setManaged] = useState(false);
  if (isManaged) return <AddressDialog onChosen={onClose} onClose={onClose} />;
  const choose = (pick: () => void) => () => {
    pick();
    onClose();
  };
  return (
    <Dialog shape="sheet" label={t('address.title')} onClose={onClose}>
      <Stack>
        <h2>{t('address.title')}</h2>
        <Stack as="ul" gap={2}>
          {addresses.map(({ id, label, name, street, city, zip }) => (
            <li key={id}>
              <Choice isChosen={id === chosenId} onChoose={choose(() => chooseAddress(userId, id))}>
                <strong>{labelOf(label) ?? name}</strong>
                <span className={choices.hint}>{`${street}, ${city} ${zip}`}</span>
              </Choice>
            </li>
          ))}
          <li>
            <Choice isChosen={chosenId === undefined} onChoose={choose(onHere)}>
              <strong>{t('address.here')}</strong>
              <span className={choices.hint}>{t('address.hereHint')}</span>
            </Choice>
          </li>
        </Stack>
        <Button look="secondary" onClick={() => setManaged(true)}>
          {t('address.manage')}
        </Button>
      </Stack>
    </Dialog>
  );
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: ReactNode };

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <button
      type="button"
      className={`${choices.choice} ${styles.choice}`}
      aria-pressed={isChosen}
      data-autofocus={isChosen ? '' : undefined}
      onClick={onChoose}
    >
      <span>{children}</span>
    </button>
  );
}
