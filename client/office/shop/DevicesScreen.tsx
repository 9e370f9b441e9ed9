import { IDLE_MINUTES } from '@haat/contract/accounts/member-pin';
import { setSharedDevice } from '@haat/contract/accounts/shared-devices.calls';
import { listShopDevices, signOutDevice, type ShopDeviceView } from '@haat/contract/accounts/shop-devices.calls';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import { showToast } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';
import { readableDevice } from '../../lib/readable-device.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import styles from './Settings.module.css';

/** The devices that are logged in to the shop: all of them for its admins, the own ones for other members. */
export function DevicesScreen() {
  const t = useText();
  const shop = useGuardedShop();
  return (
    <Page title={t('devices.title')}>
      <Stack gap={4}>
        <p className={looks.note}>{t('devices.hint')}</p>
        <Devices key={shop.shopId} shop={shop} />
      </Stack>
    </Page>
  );
}

function Devices({ shop: { shopId, canManage } }: { shop: GuardedShop }) {
  const t = useText();
  const read = useCall(listShopDevices, { params: { shopId } }, { staleTime: 0 });
  return (
    <Loaded read={read} failed="devices.loadFailed" waiting={<Skeleton height="400px" radius="var(--radius-card)" />}>
      {(devices) => (
        <Card as="section" isRoomy aria-label={t('devices.title')}>
          <ul className={styles.columns}>
            {devices.map((device) => (
              <DeviceRow key={device.id} device={device} shopId={shopId} canManage={canManage} />
            ))}
          </ul>
        </Card>
      )}
    </Loaded>
  );
}

/** One device, with its member and the button to log it out; this one is logged out in the menu. */
function DeviceRow({ device: row, shopId, canManage }: RowProps) {
  const { id, member, device, signed_in_at, used_at, current, elsewhere, pin_idle_minutes: asksAfter, person } = row;
  const t = useText();
  const { moment } = useTimeText();
  const [isSetting, setSetting] = useState(false);
  const { send, isSending, refusal } = useChange(signOutDevice, {
    failed: 'devices.failed',
    done: 'devices.signedOut',
  });
  const name = readableDevice(device) ?? t('account.unknownDevice');
  return (
    <li className={styles.member}>
      <Stack gap={1}>
        <strong className={looks.anywhere}>{member.name}</strong>
        <span>{name}</span>
        <span className={looks.note}>
          {/* This one is in use, whenever the server has last noted it. */}
          {[
            current ? t('devices.inUse') : t('devices.lastUsed', { time: moment(used_at) }),
            t('devices.signedIn', { time: moment(signed_in_at) }),
          ].join(' · ')}
        </span>
        {person ? <span className={looks.anywhere}>{t('devices.person', { name: person.name })}</span> : null}
        <Row as="span" gap={2}>
          {current ? <span className={styles.chip}>{t('account.thisDevice')}</span> : null}
          {elsewhere ? <span className={styles.chip}>{t('devices.elsewhere')}</span> : null}
          {asksAfter === null ? null : <span className={styles.chip}>{t('devices.asksPin')}</span>}
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
          <ConfirmButton
            look="secondary"
            disabled={isSending}
            label={t('devices.signOut')}
            about={`${name}, ${member.name}`}
            question={t('devices.signOutConfirm', { device: name, who: member.name })}
            onConfirm={() => send({ params: { shopId, id } })}
          />
        )}
      </Row>
      {isSetting ? <DevicePin device={row} name={name} shopId={shopId} onClose={() => setSetting(false)} /> : null}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </li>
  );
}

type RowProps = { device: ShopDeviceView; shopId: number; canManage: boolean };

const NEVER = 'never';
const CHOICES = [NEVER, ...IDLE_MINUTES.toSorted((a, b) => a - b).map(String)];
const PIN_TEXTS = { failed: 'devices.pinFailed', own: { pin_missing: 'devices.pinMissing' } } as const;

type PinProps = { device: ShopDeviceView; name: string; shopId: number; onClose: () => void };

/** Whether a device asks for a PIN, and after how long without use. */
function DevicePin({ device: { id, pin_idle_minutes: present }, name, shopId, onClose }: PinProps) {
  const t = useText();
  const [chosen, setChosen] = useState(present === null ? String(IDLE_MINUTES[0]) : String(present));
  const { send, isSending, refusal } = useChange(setSharedDevice, {
    ...PIN_TEXTS,
    onDone: (_, { body }) => {
      showToast({ tone: 'success', key: body.idle_minutes === null ? 'devices.pinIsOff' : 'devices.pinIsOn' });
      onClose();
    },
  });
  const label = t('devices.pinTitle', { device: name });
  const save = () => send({ params: { shopId, id }, body: { idle_minutes: chosen === NEVER ? null : Number(chosen) } });
  return (
    <Dialog label={label} onClose={onClose}>
      <Stack gap={4}>
        <h2>{label}</h2>
        <p className={looks.note}>{t('devices.pinHint')}</p>
        <ChoiceList
          label={t('devices.pinAsk')}
          choices={CHOICES.map((value) => ({
            value,
            label: value === NEVER ? t('devices.pinNever') : t('devices.pinAfter', { count: Number(value) }),
          }))}
          chosen={chosen}
          onChoose={setChosen}
        />
        {refusal ? <Notice tone="error">{refusal}</Notice> : null}
        <Row justify="end">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={isSending} onClick={save}>
            {t('bulk.save')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
