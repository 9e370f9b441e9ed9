import { getSettings, type SettingsView } from '@haat/contract/shops/settings.calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { reload } from '../../../lib/reload.ts';
import { useCall } from '../../../lib/call-query.ts';
import { onLive } from '../../../lib/live-updates.ts';
import { Button } from '../../../ui/Button.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { useMissedOrders } from '../alerts/use-missed-orders.ts';
import { usePauseText } from '../../shop/PauseChoice.tsx';
import { usePause } from '../../shop/use-pause.ts';
import styles from './OrderBoard.module.css';

/** That the shop takes no orders, and why, with the button to take them again; nothing while it does. */
export function PausedNotice({ shopId }: { shopId: number }) {
  const queries = useQueryClient();
  const { data: settings } = useCall(getSettings, { params: { shopId } }, { staleTime: 0 });
  useEffect(
    () =>
      onLive('order.updated', ({ update }) => {
        if (update === 'not_responding') void reload(queries, [getSettings.path], { shopId });
      }),
    [queries, shopId],
  );
  return settings?.paused ? <Paused settings={settings} shopId={shopId} /> : null;
}

function Paused({ settings, shopId }: { settings: SettingsView; shopId: number }) {
  const t = useText();
  const { pause, isSaving, problem } = usePause(settings);
  const { isPaused, text } = usePauseText(settings);
  if (!isPaused) return null;
  return (
    <Notice tone="error">
      <p>{text}</p>
      {settings.not_responding ? <StoppingOrders shopId={shopId} /> : null}
      {problem ? <p>{problem}</p> : null}
      <Button look="secondary" disabled={isSaving} onClick={() => pause({ paused: false })}>
        {t('settings.resume')}
      </Button>
    </Notice>
  );
}

/** Which orders were not answered, each with a link to it. */
function StoppingOrders({ shopId }: { shopId: number }) {
  const { data = [] } = useMissedOrders(shopId);
  return (
    <p>
      {data
        .filter(({ stopped_shop: stopped }) => stopped)
        .toSorted((one, other) => one.id - other.id)
        .map(({ id, orderNumber }) => (
          <Link key={id} className={styles.order} to={`?search=${orderNumber}`}>
            {orderNumber}
          </Link>
        ))}
    </p>
  );
}
