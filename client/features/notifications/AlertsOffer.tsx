import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { ShopPushOffer } from '../push/PushOffers.tsx';

/** Offers push messages where they are supported, desktop notifications of the open page otherwise. */
export function AlertsOffer() {
  return <ShopPushOffer otherwise={<DesktopAlertsOffer />} />;
}

function DesktopAlertsOffer() {
  const t = useText();
  const [isOffered, setOffered] = useState(mayAskForDesktopAlerts);
  if (!isOffered) return null;
  const ask = () => {
    setOffered(false);
    void askForDesktopAlerts();
  };
  return (
    <Button look="secondary" onClick={ask}>
      {t('notifications.allowDesktop')}
    </Button>
  );
}

const ASKED = 'desktopAlertsAsked';

/** Whether the permission is undecided and was not asked for on this device. */
function mayAskForDesktopAlerts(): boolean {
  return 'Notification' in window && Notification.permission === 'default' && readStored(ASKED) === undefined;
}

/** Asks the browser for permission, once; to be called from a user gesture. */
async function askForDesktopAlerts(): Promise<void> {
  writeStored(ASKED, new Date().toISOString());
  await Notification.requestPermission();
}
