import { useLocation } from 'react-router-dom';
import { useSharedDevice } from '../shared/session/shared-device.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { isBackOffice } from './routes.ts';

const StorefrontDevice = lazyComponent(
  async () => (await import('./back-office-door.ts')).loadStorefrontDevice(),
  'StorefrontDevice',
);

/** A shared device locks on the screens of customers, too: they show what belongs to the same login. */
export function MemberOnStorefront() {
  const { pathname } = useLocation();
  const isShared = useSharedDevice() !== undefined;
  // The back office brings it with its frame.
  return isShared && !isBackOffice(pathname, '') ? <StorefrontDevice /> : null;
}
