import { useSyncExternalStore, type ReactNode } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { latePart } from '../../lib/late-part.ts';
import { Button } from '../../ui/Button.tsx';
import { playChime, unlockChime } from './chime.ts';
import styles from './FeedTools.module.css';
import { isSoundOn, onSoundSwitched, switchSound } from './sound-setting.ts';

// The orders are there before somebody may want more of it.
const AlertsOffer = latePart(() => import('./AlertsOffer.tsx'), 'AlertsOffer', AlertsToCome);

type Props = { children?: ReactNode };

/** How this device tells of new orders; children are further switches. */
export function FeedTools({ children }: Props) {
  return (
    <div className={styles.tools}>
      <SoundSwitch />
      {children}
      <AlertsOffer />
    </div>
  );
}

function AlertsToCome() {
  const t = useText();
  // Nearly what it will ask itself, whose code is what has yet to come.
  if (!('Notification' in window) || Notification.permission !== 'default') return null;
  return (
    <Button look="secondary" disabled>
      {t('notifications.allowDesktop')}
    </Button>
  );
}

function SoundSwitch() {
  const t = useText();
  const isOn = useSyncExternalStore(onSoundSwitched, isSoundOn);
  const toggle = () => {
    switchSound(!isOn);
    // Rings at once, so that one knows what to listen for, and how loud it is.
    if (!isOn) void unlockChime().then(playChime);
  };
  return (
    <Button look={isOn ? 'quiet' : 'secondary'} onClick={toggle}>
      {t(isOn ? 'notifications.soundOff' : 'notifications.enableSound')}
    </Button>
  );
}
