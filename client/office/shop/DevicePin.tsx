import { setSharedDevice } from '@haat/contract/accounts/shared-devices.calls';
import type { ShopDeviceView } from '@haat/contract/accounts/shop-devices.calls';
import { IDLE_MINUTES } from '@haat/contract/accounts/member-pin';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import backOffice from '../../ui/BackOffice.module.css';

const NEVER = 'never';
const CHOICES = [NEVER, ...IDLE_MINUTES.toSorted((a, b) => a - b).map(String)];

type Props = { device: ShopDeviceView; name: string; shopId: number; onClose: () => void };

/** Whether a device asks for a PIN, and after how long without use. */
export function DevicePin({ device, name, shopId, onClose }: Props) {
  const t = useText();
  const { id, pin_idle_minutes: present } = device;
  const [chosen, setChosen] = useState(present === null ? String(IDLE_MINUTES[0]) : String(present));
  const { save, isBusy, problem } = useSave({ shopId, id, onDone: onClose });
  const label = t('devices.pinTitle', { device: name });
  return (
    <Dialog label={label} onClose={onClose}>
      <Stack gap={4}>
        <h2>{label}</h2>
        <p className={backOffice.muted}>{t('devices.pinHint')}</p>
        <ChoiceList
          label={t('devices.pinAsk')}
          choices={CHOICES.map((value) => ({
            value,
            label: value === NEVER ? t('devices.pinNever') : t('devices.pinAfter', { count: Number(value) }),
          }))}
          chosen={chosen}
          onChoose={setChosen}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row justify="end">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={isBusy} onClick={() => save(chosen === NEVER ? null : Number(chosen))}>
            {t('bulk.save')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

const OWN_TEXTS = { pin_missing: 'devices.pinMissing' } as const;

type Saving = { shopId: number; id: string; onDone: () => void };

function useSave({ shopId, id, onDone }: Saving) {
  const queries = useQueryClient();
  const textOf = useRefusalText('devices.pinFailed', OWN_TEXTS);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (minutes: number | null) =>
      call(setSharedDevice, { params: { shopId, id }, body: { idle_minutes: minutes } }),
    onSuccess: (_, minutes) => {
      showToast({ tone: 'success', key: minutes === null ? 'devices.pinIsOff' : 'devices.pinIsOn' });
      onDone();
    },
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.devices(shopId) }),
        queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.sharedDevice(shopId) }),
      ]),
  });
  return { save: mutate, isBusy: isPending, problem: textOf(error) };
}
