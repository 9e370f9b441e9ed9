import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { askForDesktopAlerts, mayAskForDesktopAlerts } from './blocked-alerts.ts';
import { ShopPushOffer } from '../../../shared/push/PushOffers.tsx';

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
