import { Fragment, type ReactNode, useState } from 'react';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { isHelping } from '../../shared/session/shop-role.ts';
import { useSharedDevice } from '../../shared/session/shared-device.ts';
import { lazyComponent } from '../../lib/lazy.ts';
import styles from './LockPanel.module.css';

const SharedDevice = lazyComponent(() => import('./SharedDevice.tsx'), 'SharedDevice', Cover);

/** For a member: who works on this device, if it asks for a PIN. Its code is loaded once the screens are shown. */
export function SharedDeviceLater() {
  const session = useSession();
  const { isVendor, shopId } = session;
  // Others have no feed.
  return isVendor && !isHelping(session) && shopId !== undefined ? <SharedDevice /> : null;
}

/** Covers the screens of a locked device until the code is there. */
function Cover() {
  const device = useSharedDevice();
  return device && !device.person ? <div className={styles.cover} /> : null;
}

/** Screens begin anew for another member than the one who worked on them last; for the same one they are as they were left. */
export function OfOnePerson({ children }: { children: ReactNode }) {
  const id = useSharedDevice()?.person?.id;
  const [last, setLast] = useState({ id, epoch: 0 });
  // While it renders, so that the screen of the one before is not shown any more.
  if (id !== undefined && id !== last.id) setLast({ id, epoch: last.epoch + (last.id === undefined ? 0 : 1) });
  return <Fragment key={last.epoch}>{children}</Fragment>;
}
