import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { getSettings, type SettingsView } from '@haat/contract/shops/settings.calls';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { PauseChoice, usePauseText } from '../../office/shop/PauseChoice.tsx';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { onLive } from '../../lib/live-updates.ts';
import { reload } from '../../lib/reload.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { watchCatalog } from '../../lib/catalog-updates.ts';
import looks from '../../ui/looks.module.css';
import { HeaderPopup } from './HeaderPopup.tsx';
import styles from './HeaderPopup.module.css';

/** In the header: whether the shop takes orders now, on all of its devices alike, with the choice to pause and resume them. */
export function PauseSwitch({ shopId }: { shopId: number }) {
  const queries = useQueryClient();
  const { data: settings } = useCall(getSettings, { params: { shopId } }, { staleTime: 0 });
  useEffect(() => {
    const refetch = () => void reload(queries, [getSettings.path], { shopId });
    const stops = [
      watchCatalog(shopId, refetch),
      onLive('order.updated', ({ update }) => {
        if (update === 'not_responding') refetch();
      }),
    ];
    return () => stops.forEach((stop) => stop());
  }, [queries, shopId]);
  if (!settings || settings.suspended !== undefined) return null;
  return settings.getting_ready ? <NotOpenYet slug={settings.slug} /> : <Switch settings={settings} />;
}

/** A shop without products is not public, so there is nothing to pause: links to the setup steps instead. */
function NotOpenYet({ slug }: { slug: string }) {
  const t = useText();
  return (
    <Link className={`${styles.state} ${styles.notYet}`} to={`/${slug}/admin/dashboard`}>
      {t('pause.gettingReady')}
    </Link>
  );
}

function Switch({ settings }: { settings: SettingsView }) {
  const t = useText();
  const { isPaused, end } = usePauseText(settings);
  const isOpen = isOpenAt(settings, useMinute());
  const state = t(isPaused ? 'pause.paused' : isOpen ? 'pause.open' : 'pause.closed');
  const label = end ? t('pause.pausedUntil', { time: end }) : t('pause.label', { state });
  return (
    <HeaderPopup
      label={label}
      look={styles.pauseFace}
      face={
        <span className={`${styles.state} ${isPaused ? styles.paused : isOpen ? styles.open : ''}`}>
          {state}
          {end ? <span className={styles.pauseEnd}>{end}</span> : null}
        </span>
      }
    >
      {(close) => (
        <div className={styles.pausePanel}>
          <p className={looks.strong}>{t(isPaused ? 'settings.isPaused' : 'settings.takesOrders')}</p>
          <PauseChoice settings={settings} onDone={close} />
        </div>
      )}
    </HeaderPopup>
  );
}
