import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { useWakeLock } from './use-wake-lock.ts';

/** For a tablet at the counter; absent where the browser cannot keep the screen on. */
export function WakeLockSwitch() {
  const t = useText();
  const { isSupported, isWanted, toggle } = useWakeLock();
  if (!isSupported) return null;
  return (
    <Button look={isWanted ? 'quiet' : 'secondary'} aria-pressed={isWanted} onClick={toggle}>
      {t('shopOrders.keepScreenOn')}
    </Button>
  );
}
