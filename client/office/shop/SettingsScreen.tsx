import type { SettingsView } from '@haat/contract/shops/settings.calls';
import { formatRupees } from '@haat/contract/rupees';
import { countFinished } from '@haat/contract/shops/setup-steps';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useClockText } from '../../i18n/use-clock-text.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { useText } from '../../i18n/use-text.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Page } from '../../ui/Page.tsx';
import { buttonClass } from '../../ui/Button.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import looks from '../../ui/looks.module.css';
import { PauseChoice, usePauseText } from './PauseChoice.tsx';
import { settingsQuery } from './settings-query.ts';
import { HoursSummary, SettingsForm } from './SettingsForm.tsx';
import { useSetup } from './setup-query.ts';
import { ShopFront } from './ShopFront.tsx';
import styles from './Settings.module.css';

/** The profile and the terms of a shop: edited by its admins, viewed and paused by all of its members. */
export function SettingsScreen() {
  const t = useText();
  const shop = useGuardedShop();
  return (
    <Page title={t('settings.title')}>
      <Settings key={shop.shopId} shop={shop} />
    </Page>
  );
}

function Settings({ shop: { shopId, slug, canManage } }: { shop: GuardedShop }) {
  const read = useQuery(settingsQuery(shopId));
  const [round, setRound] = useState(0);
  const startOver = () => void read.refetch().then(() => setRound((now) => now + 1));
  return (
    <Loaded read={read} failed="settings.loadFailed" waiting={<Skeleton height="480px" radius="var(--radius-card)" />}>
      {(settings) => (
        <Stack gap={5}>
          <SetupProgress shopId={shopId} slug={slug} />
          <div className={backOffice.beside}>
            {settings.getting_ready ? null : <PauseCard settings={settings} />}
            {canManage ? <ShopFront settings={settings} /> : null}
          </div>
          {canManage ? (
            <>
              <FocusField />
              <SettingsForm key={round} settings={settings} onReload={startOver} />
            </>
          ) : (
            <SettingsFacts settings={settings} />
          )}
          <PosterCard slug={slug} />
        </Stack>
      )}
    </Loaded>
  );
}

/** How far the first steps of a shop are, with the way to them; nothing once the list is closed. */
function SetupProgress({ shopId, slug }: { shopId: number; slug: string }) {
  const t = useText();
  const { data: setup } = useSetup(shopId);
  if (!setup || setup.closed) return null;
  const progress = t('setup.progress', { done: countFinished(setup.steps), total: setup.steps.length });
  return (
    <Link className={buttonClass('secondary')} to={`/${slug}/admin/dashboard`}>
      {t('setup.title')}: {progress}
    </Link>
  );
}

/** A link to one setting has its name in the address: it gets the focus. */
function FocusField() {
  const [query] = useSearchParams();
  const field = query.get('field');
  useEffect(() => {
    const input = field && document.getElementsByName(field)[0];
    if (!input) return;
    input.scrollIntoView({ block: 'center' });
    input.focus();
  }, [field]);
  return null;
}

/** Whether the shop takes orders, with the choice to pause them. */
function PauseCard({ settings }: { settings: SettingsView }) {
  const t = useText();
  const { isPaused } = usePauseText(settings);
  return (
    <Card as="section" isRoomy gap={4} aria-label={t('settings.pauseTitle')}>
      <div>
        <h2>
          <span className={`${styles.light} ${isPaused ? styles.paused : styles.open}`} aria-hidden="true" />
          {t(isPaused ? 'settings.isPaused' : 'settings.takesOrders')}
        </h2>
        <PauseChoice settings={settings} />
      </div>
    </Card>
  );
}

/** Links to the poster with the shop's QR code. */
function PosterCard({ slug }: { slug: string }) {
  const t = useText();
  return (
    <Card as="section" isRoomy gap={4} aria-label={t('poster.title')}>
      <Row justify="between">
        <div>
          <h2>{t('poster.title')}</h2>
          <p className={looks.note}>{t('poster.hint')}</p>
        </div>
        <Link className={buttonClass('secondary')} to={`/${slug}/poster`}>
          {t('poster.open')}
        </Link>
      </Row>
    </Card>
  );
}

/** The settings, read-only. */
function SettingsFacts({ settings }: { settings: SettingsView }) {
  const t = useText();
  const { hours } = useClockText();
  const now = useMinute();
  const { name, address, phone, minordervalue, accepts_orders_when_closed: accepts, reach_km: reach } = settings;
  const maximum = settings.max_per_order;
  const items = [
    { term: t('settings.name'), value: name || '–' },
    { term: t('settings.address'), value: address || '–' },
    { term: t('settings.phone'), value: phone || '–' },
    {
      term: t('settings.hours'),
      value: settings.hours ? (
        <HoursSummary hours={settings.hours} />
      ) : (
        (hours(settings, now) ?? t('header.alwaysOpen'))
      ),
    },
    { term: t('settings.acceptsWhenClosed'), value: t(accepts ? 'backOffice.yes' : 'backOffice.no') },
    { term: t('settings.minimum'), value: formatRupees(minordervalue) },
    { term: t('settings.maxPerOrder'), value: maximum ?? t('settings.noLimit') },
    { term: t('settings.reach'), value: reach },
  ];
  return (
    <Card as="section" isRoomy gap={4} aria-label={t('settings.signboard')}>
      <p className={looks.note}>{t('settings.adminsChange')}</p>
      <DefinitionList layout="below" items={items} />
    </Card>
  );
}
