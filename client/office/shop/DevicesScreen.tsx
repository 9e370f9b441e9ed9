import { listShopDevices, signOutDevice, type ShopDeviceView } from '@haat/contract/accounts/shop-devices.calls';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { readableDevice } from '../../lib/readable-device.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { DevicePin } from './DevicePin.tsx';
import team from './Team.module.css';

const devicesQuery = (shopId: number) =>
  queryOptions({
    queryKey: BACK_OFFICE_QUERY_KEYS.devices(shopId),
    queryFn: ({ signal }) => call(listShopDevices, { params: { shopId }, signal }),
    staleTime: 0,
  });

/** The devices that are logged in to the shop: all of them for its admins, the own ones for other members. */
export function DevicesScreen() {
  const t = useText();
  const shop = useGuardedShop();
  return (
    <Page title={t('devices.title')}>
      <Stack gap={4}>
        <p className={backOffice.muted}>{t('devices.hint')}</p>
        <Devices key={shop.shopId} shop={shop} />
      </Stack>
    </Page>
  );
}

function Devices({ shop: { shopId, canManage } }: { shop: GuardedShop }) {
  const t = useText();
  const { data: devices, error, refetch } = useQuery(devicesQuery(shopId));
  if (error) return <LoadFailure text={t('devices.loadFailed')} onRetry={() => void refetch()} />;
  if (!devices) return <Skeleton height="400px" radius="var(--radius-card)" />;
  return (
    <Card as="section" isRoomy aria-label={t('devices.title')}>
      <ul className={team.columns}>
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} shopId={shopId} canManage={canManage} />
        ))}
      </ul>
    </Card>
  );
}

/** One device, with its member and the button to log it out; this one is logged out in the menu. */
function DeviceRow({ device: row, shopId, canManage }: RowProps) {
  const { id, member, device, signed_in_at, used_at, current, elsewhere, pin_idle_minutes: asksAfter, person } = row;
  const t = useText();
  const { moment } = useTimeText();
  const [isAsking, setAsking] = useState(false);
  const [isSetting, setSetting] = useState(false);
  const { signOut, isBusy, problem } = useSignOut(shopId, id);
  const name = readableDevice(device) ?? t('account.unknownDevice');
  return (
    <li className={team.member}>
      <Stack gap={1}>
        <strong className={team.name}>{member.name}</strong>
        <span>{name}</span>
        <span className={backOffice.muted}>
          {/* This one is in use, whenever the server has last noted it. */}
          {[
            current ? t('devices.inUse') : t('devices.lastUsed', { time: moment(used_at) }),
            t('devices.signedIn', { time: moment(signed_in_at) }),
          ].join(' · ')}
        </span>
        {person ? <span className={team.name}>{t('devices.person', { name: person.name })}</span> : null}
        <Row as="span" gap={2}>
          {current ? <span className={team.chip}>{t('account.thisDevice')}</span> : null}
          {elsewhere ? <span className={team.chip}>{t('devices.elsewhere')}</span> : null}
          {asksAfter === null ? null : <span className={team.chip}>{t('devices.asksPin')}</span>}
        </Row>
      </Stack>
      <Row align="stretch">
        {canManage && !elsewhere ? (
          <Button look="secondary" onClick={() => setSetting(true)}>
            {t('devices.pin')}
            <span className="visually-hidden">
              {' '}
              {name}, {member.name}
            </span>
          </Button>
        ) : null}
        {current ? null : (
          <Button look="secondary" disabled={isBusy} onClick={() => setAsking(true)}>
            {t('devices.signOut')}
            <span className="visually-hidden">
              {' '}
              {name}, {member.name}
            </span>
          </Button>
        )}
      </Row>
      {isSetting ? <DevicePin device={row} name={name} shopId={shopId} onClose={() => setSetting(false)} /> : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t('devices.signOutConfirm', { device: name, who: member.name })}
          confirm={t('devices.signOut')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            signOut();
          }}
        />
      ) : null}
    </li>
  );
}

type RowProps = { device: ShopDeviceView; shopId: number; canManage: boolean };

function useSignOut(shopId: number, id: string) {
  const queries = useQueryClient();
  const textOf = useRefusalText('devices.failed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(signOutDevice, { params: { shopId, id } }),
    onSuccess: () => showToast({ tone: 'success', key: 'devices.signedOut' }),
    // Also after a refusal: it may have been logged out in the meantime.
    onSettled: () => queries.invalidateQueries(devicesQuery(shopId)),
  });
  return { signOut: mutate, isBusy: isPending, problem: textOf(error) };
}
