import { useSyncExternalStore } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { isHelping } from '../../../shared/session/shop-role.ts';
import { isSoundChosen, onSoundChange, switchSound, turnOnSound } from './new-order-sound.ts';

/** Warns that new orders do not ring on this device, until the sound is turned on or the warning dismissed. */
export function SilentNotice() {
  const t = useText();
  const session = useSession();
  const isChosen = useSyncExternalStore(onSoundChange, isSoundChosen);
  if (isChosen || isHelping(session)) return null;
  return (
    <Notice>
      <Row gap={2} justify="between">
        <span>{t('counter.silent')}</span>
        <Row gap={2}>
          <Button onClick={turnOnSound}>{t('counter.turnOnSound')}</Button>
          <Button look="quiet" onClick={() => switchSound(false)}>
            {t('counter.staySilent')}
          </Button>
        </Row>
      </Row>
    </Notice>
  );
}
