import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { ShopPushOffer } from '../push/ShopPushOffer.tsx';
import { askForDesktopAlerts, mayAskForDesktopAlerts } from './desktop-permission.ts';

/** To be told of new orders with the page closed, where that can be; else by the open page. */
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
