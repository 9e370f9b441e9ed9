import { shopPhoneIn } from '@haat/contract/shops/shop-phone';
import type { SettingsView } from '@haat/contract/shops/settings.calls';
import {
  ORDER_SETTING_NAMES,
  ORDER_SETTINGS,
  type OrderSetting,
  RECEIPT_TEXT_MAX,
} from '@haat/contract/shops/shop-settings';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { locate } from '../../lib/browser.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Field, PhoneField, TextAreaField, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { PinCodeField } from './PinCodeField.tsx';
import {
  toRequest,
  toFormValues,
  validateSettings,
  type SettingsFormValues,
  type SettingsProblems,
} from '../../shared/shops/settings-form-values.ts';
import { useSaveSettings } from './settings-query.ts';
import backOffice from '../../ui/BackOffice.module.css';

type SectionProps = {
  values: SettingsFormValues;
  problems: SettingsProblems;
  onChange: (changes: Partial<SettingsFormValues>) => void;
};

type Props = { settings: SettingsView; onReload: () => void };

/** The settings in four sections, saved together. */
export function SettingsForm({ settings, onReload }: Props) {
  const t = useText();
  // The version that the form is based on: a refetch must not replace it, or a concurrent edit would be overwritten.
  const [base, setBase] = useState(settings);
  const [values, setValues] = useState(() => toFormValues(base));
  const [problems, setProblems] = useState<SettingsProblems>({});
  const { save, isSaving, problem, isStale } = useSaveSettings(base, {
    onSaved: (saved) => {
      setBase(saved);
      setValues(toFormValues(saved));
    },
  });
  const form = useFocusOnFirst(problems);
  const isDirty = JSON.stringify(values) !== JSON.stringify(toFormValues(base));
  const section = { values, problems, onChange: (changes: object) => setValues((now) => ({ ...now, ...changes })) };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateSettings(values);
    setProblems(found);
    if (Object.keys(found).length === 0) save(toRequest(values, base));
  };
  return (
    <Stack as="form" gap={5} ref={form} onSubmit={submit} noValidate>
      <UnsavedGuard isDirty={isDirty && !isSaving} onLeave={() => setValues(toFormValues(base))} />
      <NameFields {...section} hasEmail={base.email !== undefined} />
      <HoursFields {...section} />
      <CounterFields {...section} />
      <PlaceFields {...section} />
      {problem ? (
        <Notice tone="error">
          <p>{problem}</p>
          {isStale ? (
            <Button look="secondary" onClick={onReload}>
              {t('settings.reload')}
            </Button>
          ) : null}
        </Notice>
      ) : null}
      <Row className={backOffice.foot}>
        <Button type="submit" disabled={isSaving || !isDirty}>
          {t(isSaving ? 'profile.saving' : 'profile.save')}
        </Button>
      </Row>
    </Stack>
  );
}

/** Name and contact; an email only for the platform shop. */
function NameFields({ values, problems, onChange, hasEmail }: SectionProps & { hasEmail: boolean }) {
  const t = useText();
  const problemOf = (field: keyof typeof problems) => problems[field] && t(problems[field]);
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.signboard')}>
      <h2>{t('settings.signboard')}</h2>
      <Field
        label={t('settings.name')}
        name="name"
        required
        maxLength={100}
        autoComplete="off"
        value={values.name}
        problem={problemOf('name')}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <Field
        label={t('settings.address')}
        name="address"
        maxLength={200}
        autoComplete="off"
        value={values.address}
        problem={problemOf('address')}
        onChange={(event) => onChange({ address: event.target.value })}
      />
      <PhoneField
        label={t('settings.phone')}
        name="phone"
        hint={t('settings.phoneHint')}
        numberIn={shopPhoneIn}
        value={values.phone}
        problem={problemOf('phone')}
        onNumber={(phone) => onChange({ phone })}
      />
      {hasEmail ? (
        <Field
          label={t('profile.email')}
          name="email"
          type="email"
          inputMode="email"
          maxLength={254}
          hint={t('settings.emailHint')}
          value={values.email}
          problem={problemOf('email')}
          onChange={(event) => onChange({ email: event.target.value })}
        />
      ) : null}
      <Field
        label={t('settings.gstin')}
        name="gstin"
        maxLength={20}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        hint={t('settings.gstinHint')}
        value={values.gstin}
        problem={problemOf('gstin')}
        onChange={(event) => onChange({ gstin: event.target.value })}
      />
      <Field
        label={t('productForm.fssai')}
        name="fssai_licence"
        inputMode="numeric"
        maxLength={20}
        autoComplete="off"
        hint={t('settings.fssaiHint')}
        value={values.fssai_licence}
        problem={problemOf('fssai_licence')}
        onChange={(event) => onChange({ fssai_licence: event.target.value })}
      />
    </Card>
  );
}

/** Opening hours, the minimum order value and the largest quantity. */
function HoursFields({ values, problems, onChange }: SectionProps) {
  const t = useText();
  const times = [
    { field: 'open_time', label: t('settings.opens') },
    { field: 'close_time', label: t('settings.closes') },
  ] as const;
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.orders')}>
      <h2>{t('settings.orders')}</h2>
      <div className={backOffice.pair}>
        {times.map(({ field, label }) => (
          <Field
            key={field}
            label={label}
            name={field}
            type="time"
            value={values[field]}
            problem={problems[field] && t(problems[field])}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
      <p className={backOffice.muted}>{t('settings.hoursHint')}</p>
      <OrderSwitches values={values} onChange={onChange} />
      <Field
        label={t('settings.minimum')}
        name="minordervalue"
        inputMode="decimal"
        required
        maxLength={16}
        hint={t('settings.minimumHint')}
        value={values.minordervalue}
        problem={problems.minordervalue && t(problems.minordervalue)}
        onChange={(event) => onChange({ minordervalue: event.target.value })}
      />
      <Field
        label={t('settings.maxPerOrder')}
        name="max_per_order"
        inputMode="numeric"
        maxLength={3}
        hint={t('settings.maxPerOrderHint')}
        value={values.max_per_order}
        problem={problems.max_per_order && t(problems.max_per_order)}
        onChange={(event) => onChange({ max_per_order: event.target.value })}
      />
      {ORDER_SETTING_NAMES.map((name) => (
        <Field
          key={name}
          label={t(`settings.${name}`)}
          name={name}
          inputMode="numeric"
          required
          maxLength={5}
          hint={t(`settings.${name}.hint`)}
          value={values[name]}
          problem={problems[name] && t(problems[name], rangeOf(name))}
          onChange={(event) => onChange({ [name]: event.target.value })}
        />
      ))}
    </Card>
  );
}

/** Where UPI payments at the counter go, and what receipts say above and below the items. */
function CounterFields({ values, problems, onChange }: SectionProps) {
  const t = useText();
  const texts = [
    { field: 'receipt_head', label: t('settings.receiptHead') },
    { field: 'receipt_foot', label: t('settings.receiptFoot') },
  ] as const;
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.counter')}>
      <h2>{t('settings.counter')}</h2>
      <Field
        label={t('settings.upiVpa')}
        name="upi_vpa"
        maxLength={100}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        hint={t('settings.upiVpaHint')}
        value={values.upi_vpa}
        problem={problems.upi_vpa && t(problems.upi_vpa)}
        onChange={(event) => onChange({ upi_vpa: event.target.value })}
      />
      {texts.map(({ field, label }) => (
        <TextAreaField
          key={field}
          label={label}
          name={field}
          rows={2}
          maxLength={RECEIPT_TEXT_MAX}
          hint={t('settings.receiptTextHint')}
          value={values[field]}
          problem={problems[field] && t(problems[field])}
          onChange={(event) => onChange({ [field]: event.target.value })}
        />
      ))}
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
function OrderSwitches({ values, onChange }: Pick<SectionProps, 'values' | 'onChange'>) {
  const t = useText();
  return (
    <>
      {SWITCHES.map(({ name, text }) => (
        <label key={name} className={backOffice.check}>
          <input
            type="checkbox"
            checked={values[name]}
            onChange={(event) => onChange({ [name]: event.target.checked })}
          />
          {t(text)}
        </label>
      ))}
      <p className={backOffice.muted}>{t('settings.codesHint')}</p>
    </>
  );
}

/** A precision of 1 m. */
const DECIMALS = 5;

/** The position of the shop and its delivery radius. */
function PlaceFields({ values, problems, onChange }: SectionProps) {
  const t = useText();
  const { isLocating, hasFailed, fillPosition } = usePosition(onChange);
  const lines = [
    { field: 'latitude', label: t('settings.latitude') },
    { field: 'longitude', label: t('settings.longitude') },
  ] as const;
  return (
    <Card as="section" isRoomy gap={4} className={backOffice.fields} aria-label={t('settings.place')}>
      <h2>{t('settings.place')}</h2>
      <p className={backOffice.muted}>{t('settings.placeHint')}</p>
      <PinCodeField
        onPlace={({ latitude, longitude }) =>
          onChange({ latitude: latitude.toFixed(DECIMALS), longitude: longitude.toFixed(DECIMALS) })
        }
      />
      <div className={backOffice.pair}>
        {lines.map(({ field, label }) => (
          <Field
            key={field}
            label={label}
            name={field}
            inputMode="decimal"
            maxLength={18}
            value={values[field]}
            problem={problems[field] && t(problems[field])}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
        ))}
      </div>
      <Row>
        <Button look="secondary" disabled={isLocating} onClick={() => void fillPosition()}>
          {t(isLocating ? 'settings.locating' : 'settings.usePosition')}
        </Button>
      </Row>
      {hasFailed ? <Notice tone="error">{t('settings.positionFailed')}</Notice> : null}
      {values.latitude.trim() === '' && values.longitude.trim() === '' ? (
        <Notice>{t('settings.placeMissing')}</Notice>
      ) : null}
      <Field
        label={t('settings.reach')}
        hint={t('settings.reachHint')}
        name="reach_km"
        inputMode="decimal"
        required
        maxLength={6}
        value={values.reach_km}
        problem={problems.reach_km && t(problems.reach_km)}
        onChange={(event) => onChange({ reach_km: event.target.value })}
      />
    </Card>
  );
}

function usePosition(onChange: SectionProps['onChange']) {
  const [state, setState] = useState<'resting' | 'locating' | 'failed'>('resting');
  const fillPosition = async () => {
    setState('locating');
    try {
      const { lat, lng } = await locate();
      onChange({ latitude: lat.toFixed(DECIMALS), longitude: lng.toFixed(DECIMALS) });
      setState('resting');
    } catch {
      setState('failed');
    }
  };
  return { isLocating: state === 'locating', hasFailed: state === 'failed', fillPosition };
}
