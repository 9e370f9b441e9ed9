import type { Place } from '@haat/contract/shops/delivery-area';
import type { Point } from '@haat/contract/shops/distance';
import type { ShopHours } from '@haat/contract/shops/opening-hours';
import { saveSettings, saveSettingsBody, type SettingsView } from '@haat/contract/shops/settings.calls';
import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import { ORDER_SETTING_NAMES, ORDER_SETTINGS, type OrderSetting } from '@haat/contract/shops/shop-settings';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { locate } from '../../lib/browser.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Field, PhoneField, TextAreaField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import looks from '../../ui/looks.module.css';
import { useChange } from '../../ui/use-change.ts';
import { useForm, valuesOf } from '../../ui/use-form.ts';
import { usePinCode } from '../../shared/addresses/use-pin-code.ts';
import { useHoursSummary } from './hours/use-hours-summary.ts';
import { SaveRefusal } from './SaveRefusal.tsx';
import { ScaleLabelFields } from './ScaleLabelFields.tsx';
import { SETTINGS_RULES, type SettingsValues } from './settings-rules.ts';

type Form = ReturnType<typeof useForm<SettingsValues, typeof saveSettingsBody>>;
type SectionProps = { form: Form };

type Props = { settings: SettingsView; onReload: () => void };

const REFUSALS = { failed: 'settings.saveFailed', own: { edit_conflict: 'settings.conflict' } } as const;

/** The settings in four sections, saved together. */
export function SettingsForm({ settings, onReload }: Props) {
  const t = useText();
  const { send, isSending, refusal, error } = useChange(saveSettings, {
    ...REFUSALS,
    done: 'settings.saved',
    onDone: (saved) => {
      form.reset(valuesOf(saveSettingsBody, saved));
    },
  });
  const form: Form = useForm({
    ...SETTINGS_RULES,
    // With the version that the form is based on: a refetch must not replace it, or a concurrent edit would be overwritten.
    initial: valuesOf(saveSettingsBody, settings),
    send: (body) => send({ params: { shopId: settings.id }, body }),
  });
  return (
    <Stack as="form" gap={5} {...form.bind}>
      <UnsavedGuard isDirty={form.isDirty && !isSending} onLeave={() => form.reset()} />
      <NameFields form={form} hasEmail={settings.email !== undefined} />
      <HoursFields form={form} settings={settings} />
      <CounterFields form={form} />
      <PlaceFields form={form} />
      <SaveRefusal refusal={refusal} error={error} onReload={onReload} />
      <Row className={backOffice.foot}>
        <Button type="submit" disabled={isSending || !form.isDirty}>
          {t(isSending ? 'profile.saving' : 'profile.save')}
        </Button>
      </Row>
    </Stack>
  );
}

/** Name and contact; an email only for the platform shop. */
function NameFields({ form, hasEmail }: SectionProps & { hasEmail: boolean }) {
  const t = useText();
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.signboard')}>
      <h2>{t('settings.signboard')}</h2>
      <Field label={t('settings.name')} autoComplete="off" {...form.field('name')} />
      <Field label={t('settings.address')} autoComplete="off" {...form.field('address')} />
      <PhoneField
        label={t('settings.phone')}
        hint={t('settings.phoneHint')}
        numberIn={shopPhoneIn}
        {...form.field('phone')}
        onNumber={(number) => form.change({ phone: number })}
      />
      {hasEmail ? (
        <Field
          label={t('profile.email')}
          type="email"
          inputMode="email"
          hint={t('settings.emailHint')}
          {...form.field('email')}
        />
      ) : null}
      <Field
        label={t('settings.gstin')}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('settings.gstinHint')}
        {...form.field('gstin')}
      />
      <Field
        label={t('productForm.fssai')}
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
        hint={t('settings.fssaiHint')}
        {...form.field('fssai_licence')}
      />
    </Card>
  );
}

/** Opening hours, the minimum order value and the largest quantity. */
function HoursFields({ form, settings: { slug, hours } }: SectionProps & Pick<Props, 'settings'>) {
  const t = useText();
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.orders')}>
      <h2>{t('settings.orders')}</h2>
      {hours ? (
        <HoursSummary hours={hours} />
      ) : (
        <>
          <div className={backOffice.pair}>
            <Field label={t('settings.opens')} type="time" {...form.field('open_time')} />
            <Field label={t('settings.closes')} type="time" {...form.field('close_time')} />
          </div>
          <p className={looks.note}>{t('settings.hoursHint')}</p>
        </>
      )}
      <p>
        <Link to={`/${slug}/admin/hours`}>{t('hours.byDay')}</Link>
      </p>
      <OrderSwitches form={form} />
      <Field
        label={t('settings.minimum')}
        inputMode="decimal"
        maxLength={16}
        hint={t('settings.minimumHint')}
        {...form.field('minordervalue')}
      />
      <Field
        label={t('settings.maxPerOrder')}
        inputMode="numeric"
        maxLength={3}
        hint={t('settings.maxPerOrderHint')}
        {...form.field('max_per_order')}
      />
      {ORDER_SETTING_NAMES.map((name) => (
        <Field
          key={name}
          label={t(`settings.${name}`)}
          inputMode="numeric"
          required
          maxLength={5}
          hint={t(`settings.${name}.hint`)}
          {...form.field(name)}
          problem={form.problems[name] && t(form.problems[name], rangeOf(name))}
        />
      ))}
    </Card>
  );
}

/** The hours by day, which are changed on their own screen. */
export function HoursSummary({ hours }: { hours: ShopHours }) {
  const linesOf = useHoursSummary();
  return (
    <ul>
      {linesOf(hours).map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}

/** Where UPI payments at the counter go, and what receipts say above and below the items. */
function CounterFields({ form }: SectionProps) {
  const t = useText();
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.counter')}>
      <h2>{t('settings.counter')}</h2>
      <Field
        label={t('settings.upiVpa')}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint={t('settings.upiVpaHint')}
        {...form.field('upi_vpa')}
      />
      <TextAreaField
        label={t('settings.receiptHead')}
        rows={2}
        hint={t('settings.receiptTextHint')}
        {...form.field('receipt_head')}
      />
      <TextAreaField
        label={t('settings.receiptFoot')}
        rows={2}
        hint={t('settings.receiptTextHint')}
        {...form.field('receipt_foot')}
      />
      <ScaleLabelFields
        pattern={form.values.scale_label ?? ''}
        problem={form.problems.scale_label && t(form.problems.scale_label)}
        onChange={(pattern) => form.change({ scale_label: pattern })}
      />
    </Card>
  );
}

const rangeOf = (name: OrderSetting) => ({ min: ORDER_SETTINGS[name].min, max: ORDER_SETTINGS[name].max });

const SWITCHES = [
  { name: 'accepts_orders_when_closed', text: 'settings.acceptsWhenClosed' },
  { name: 'auto_accepts', text: 'settings.autoAccepts' },
  { name: 'asks_pickup_code', text: 'settings.asksPickupCode' },
  { name: 'asks_door_code', text: 'settings.asksDoorCode' },
] as const;

/** Optional features for the shop's orders. */
function OrderSwitches({ form }: SectionProps) {
  const t = useText();
  return (
    <>
      {SWITCHES.map(({ name, text }) => (
        <label key={name} className={backOffice.check}>
          <input
            type="checkbox"
            checked={form.values[name]}
            onChange={(event) => form.change({ [name]: event.target.checked })}
          />
          {t(text)}
        </label>
      ))}
      <p className={looks.note}>{t('settings.codesHint')}</p>
    </>
  );
}

/** A precision of 1 m. */
const DECIMALS = 5;

/** The position of the shop and its delivery radius. */
function PlaceFields({ form }: SectionProps) {
  const t = useText();
  const { latitude, longitude } = form.values;
  const setPlace = (point: Point) =>
    form.change({ latitude: point.latitude.toFixed(DECIMALS), longitude: point.longitude.toFixed(DECIMALS) });
  const { isLocating, hasFailed, fillPosition } = usePosition(setPlace);
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.place')}>
      <h2>{t('settings.place')}</h2>
      <p className={looks.note}>{t('settings.placeHint')}</p>
      <PinCodeField onPlace={setPlace} />
      <div className={backOffice.pair}>
        <Field label={t('settings.latitude')} inputMode="decimal" maxLength={18} {...form.field('latitude')} />
        <Field label={t('settings.longitude')} inputMode="decimal" maxLength={18} {...form.field('longitude')} />
      </div>
      <Row>
        <Button look="secondary" disabled={isLocating} onClick={() => void fillPosition()}>
          {t(isLocating ? 'settings.locating' : 'settings.usePosition')}
        </Button>
      </Row>
      {hasFailed ? <Notice tone="error">{t('settings.positionFailed')}</Notice> : null}
      {latitude.trim() === '' && longitude.trim() === '' ? <Notice>{t('settings.placeMissing')}</Notice> : null}
      <Field
        label={t('settings.reach')}
        hint={t('settings.reachHint')}
        inputMode="decimal"
        maxLength={6}
        {...form.field('reach_km')}
      />
    </Card>
  );
}

function usePosition(setPlace: (point: Point) => void) {
  const [state, setState] = useState<'resting' | 'locating' | 'failed'>('resting');
  const fillPosition = async () => {
    setState('locating');
    try {
      const { lat, lng } = await locate();
      setPlace({ latitude: lat, longitude: lng });
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  return { isLocating: state === 'locating', hasFailed: state === 'failed', fillPosition };
}

/** Finds the place of a shop by its PIN code. */
function PinCodeField({ onPlace }: { onPlace: (place: Place) => void }) {
  const t = useText();
  const [pin, setPin] = useState('');
  const [used, setUsed] = useState<string>();
  const { city, place, isMissing } = usePinCode(pin);
  return (
    <Stack gap={3}>
      <Field
        label={t('settings.pinCode')}
        name="pin_code"
        inputMode="numeric"
        autoComplete="postal-code"
        maxLength={7}
        hint={t('settings.pinCodeHint')}
        value={pin}
        problem={isMissing ? t('settings.pinCodeUnknown') : undefined}
        onChange={({ target }) => setPin(target.value.replaceAll(/\s/g, ''))}
      />
      <Row>
        <Button
          look="secondary"
          disabled={!place}
          onClick={() => {
            if (!place) return;
            onPlace(place);
            setUsed(pin);
          }}
        >
          {t('settings.usePinCode')}
        </Button>
      </Row>
      {used === pin && city ? <Notice>{t('settings.pinCodeUsed', { city })}</Notice> : null}
    </Stack>
  );
}
