import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import desk from '../desk/Desk.module.css';
import { type DeskShop, OnDesk } from '../desk/OnDesk.tsx';
import { PauseCard } from './PauseCard.tsx';
import { PosterCard } from './PosterCard.tsx';
import { SettingsFacts } from './SettingsFacts.tsx';
import { SettingsForm } from './SettingsForm.tsx';
import { settingsQuery } from './settings-query.ts';
import { ShopFront } from './ShopFront.tsx';

/** What a shop says of itself and on which terms it sells: changed by its admins, seen and paused by everybody in it. */
export function SettingsScreen() {
  const t = useText();
  return (
    <OnDesk title={t('settings.title')} segment="admin/settings">
      {(shop) => <Settings key={shop.shopId} shop={shop} />}
    </OnDesk>
  );
}

function Settings({ shop: { shopId, slug, canManage } }: { shop: DeskShop }) {
  const t = useText();
  const { data: settings, error, refetch } = useQuery(settingsQuery(shopId));
  const [round, setRound] = useState(0);
  const reload = () => void refetch().then(() => setRound((now) => now + 1));

  if (!settings) {
    if (error) return <LoadFailure text={t('settings.loadFailed')} onRetry={() => void refetch()} />;
    return <Skeleton height="480px" radius="var(--radius-card)" />;
  }
  return (
    <div className={desk.stack}>
      <PauseCard settings={settings} />
      {canManage ? (
        <>
          <ShopFront settings={settings} />
          <SettingsForm key={round} settings={settings} onReload={reload} />
        </>
      ) : (
        <SettingsFacts settings={settings} />
      )}
      <PosterCard slug={slug} />
    </div>
  );
}
