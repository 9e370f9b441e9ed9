import { useSyncExternalStore } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { may } from '../../../shared/session/shop-role.ts';
import looks from '../../../ui/looks.module.css';
import { isSoundOn, onSoundChange, switchSound, turnOnSound } from './new-order-sound.ts';
import { ArrivalContext } from './order-arrival.ts';
import styles from './OrderAlerts.module.css';

/** In the header of the back office of a shop's members: whether new orders arrive live, and their sound. */
export function LiveSigns() {
  const session = useSession();
  const { isVendor, shopId } = session;
  const hasOrders = may(session, 'packing') || may(session, 'deliveries');
  if (!hasOrders || shopId === undefined) return null;
  return (
    <>
      {/* Others have no feed. */}
      {isVendor ? <LiveSign /> : null}
      <SoundButton />
    </>
  );
}

function LiveSign() {
  const t = useText();
  const arrival = ArrivalContext.useSelector(({ value }) => value);
  const isLive = arrival === 'live';
  return (
    <p className={`${styles.sign} ${isLive ? styles.live : ''}`} role="status" data-arrival={arrival}>
      {arrival === 'starting' ? null : <span>{t(SIGNS[arrival])}</span>}
    </p>
  );
}

const SIGNS = {
  connecting: 'notifications.reconnecting',
  live: 'notifications.live',
  lost: 'counter.notLive',
  offline: 'counter.notLive',
  replaced: 'counter.notLive',
} as const;

/** Turns the sound of new orders on this device on and off. */
function SoundButton() {
  const t = useText();
  const isOn = useSyncExternalStore(onSoundChange, isSoundOn);
  const label = t(isOn ? 'notifications.soundOff' : 'notifications.enableSound');
  const toggle = () => (isOn ? switchSound(false) : turnOnSound());
  return (
    <button
      type="button"
      className={`${looks.icon} ${styles.button}`}
      aria-label={label}
      title={label}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path d={isOn ? SOUND : MUTED} />
      </svg>
    </button>
  );
}

const SPEAKER = 'M4 9.5v5h3.5L12 18.5v-13L7.5 9.5z';
const SOUND = `${SPEAKER}M15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11`;
const MUTED = `${SPEAKER}M16 9.5l5 5M21 9.5l-5 5`;
