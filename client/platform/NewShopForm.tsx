import { createShop, type NewShopFields } from '@haat/contract/platform/operator-shops.calls';
import { isPinCode } from '@haat/contract/accounts/address';
import type { Place } from '@haat/contract/shops/delivery-area';
import { isEmail } from '@haat/contract/accounts/profile';
import { slugFrom, slugProblem } from '@haat/contract/shops/shop-settings';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { Field, useFocusOnFirst } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { type PinCodeState, usePinCode } from '../shared/addresses/use-pin-code.ts';
import { isAmount } from '../shared/shops/settings-form-values.ts';
import { useOperatorChange } from './operator-shops-query.ts';
import styles from './Operator.module.css';
import { SlugHint } from './SlugHint.tsx';

type Input = Partial<Omit<ComponentProps<typeof Field>, 'hint' | 'label'>>;
type Line = { field: keyof NewShopValues; label: TextId; hint?: TextId; input: Input };

const LINES: Line[] = [
  { field: 'name', label: 'settings.name', input: { maxLength: 100, required: true, autoFocus: true } },
  {
    field: 'slug',
    label: 'operator.slug',
    input: { maxLength: 40, required: true, autoCapitalize: 'off', spellCheck: false },
  },
  { field: 'trade', label: 'operator.trade', input: { maxLength: 60 } },
  { field: 'address', label: 'settings.address', input: { maxLength: 200 } },
  // With a blank in the middle, as it is often written.
  { field: 'pin_code', label: 'settings.pinCode', input: { inputMode: 'numeric', maxLength: 7 } },
  {
    field: 'minordervalue',
    label: 'settings.minimum',
    input: { inputMode: 'decimal', maxLength: 16, required: true },
  },
  {
    field: 'admin_email',
    label: 'operator.adminEmail',
    hint: 'operator.adminHint',
    input: { type: 'email', inputMode: 'email', maxLength: 254, required: true },
  },
];

type Props = { onCreated: (id: number) => void; onClose: () => void };

/** A new shop with its first admin. */
export function NewShopForm({ onCreated, onClose }: Props) {
  const t = useText();
  const { values, problems, pin, change, submit, isBusy, problem, isDirty } = useNewShop(onCreated);
  const form = useFocusOnFirst(problems);
  return (
    <Card as="form" isRoomy gap={4} ref={form} onSubmit={submit} noValidate aria-label={t('operator.create')}>
      <h2>{t('operator.create')}</h2>
      <UnsavedGuard isDirty={isDirty && !isBusy} onLeave={onClose} />
      {LINES.map(({ field, label, hint, input }) => (
        <div key={field}>
          <Field
            {...input}
            autoComplete="off"
            label={t(label)}
            name={field}
            hint={hint && t(hint)}
            value={values[field]}
            problem={problems[field] && t(problems[field])}
            onChange={({ target }) => change({ [field]: typedIn(field, target.value) })}
          />
          {field === 'slug' ? <SlugHint slug={values.slug} /> : null}
          {field === 'pin_code' ? <PlaceHint pin={pin} /> : null}
        </div>
      ))}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row align="stretch">
        <Button type="submit" disabled={isBusy}>
          {t(isBusy ? 'operator.creating' : 'operator.createNow')}
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Card>
  );
}

const typedIn = (field: keyof NewShopValues, text: string) =>
  field === 'pin_code' ? text.replaceAll(/\s/g, '') : text;

/** Where the PIN code is; without one, what the shop lacks. */
function PlaceHint({ pin: { city, isMissing } }: { pin: PinCodeState }) {
  const t = useText();
  const missing = t(isMissing ? 'settings.pinCodeUnknown' : 'operator.placeMissing');
  return (
    <p className={styles.hint} role="status">
      {city ? t('operator.placeOf', { city }) : missing}
    </p>
  );
}

/** The form of a new shop. Its slug follows its name until it is edited. */
function useNewShop(onCreated: (id: number) => void) {
  const [values, setValues] = useState(EMPTY_SHOP);
  const [problems, setProblems] = useState<NewShopProblems>({});
  const { change: send, isBusy, problem } = useOperatorChange();
  const pin = usePinCode(values.pin_code);
  const change = (changes: Partial<NewShopValues>) =>
    setValues((now) => {
      const isFollowing = changes.name !== undefined && now.slug === slugFrom(now.name);
      return { ...now, ...changes, ...(isFollowing && { slug: slugFrom(changes.name ?? '') }) };
    });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = validateNewShop(values);
    if (pin.isMissing) found.pin_code = 'settings.pinCodeUnknown';
    setProblems(found);
    if (Object.keys(found).length > 0) return;
    send({
      request: async () => onCreated((await call(createShop, { body: toRequest(values, pin.place) })).id),
      successKey: 'operator.created',
    });
  };
  const isDirty = JSON.stringify(values) !== JSON.stringify(EMPTY_SHOP);
  return { values, problems, pin, change, submit, isBusy, problem, isDirty };
}

/** The form of a new shop as typed. */
type NewShopValues = {
  name: string;
  slug: string;
  trade: string;
  address: string;
  pin_code: string;
  minordervalue: string;
  admin_email: string;
};
type NewShopProblems = Partial<Record<keyof NewShopValues, TextId>>;

const EMPTY_SHOP: NewShopValues = {
  name: '',
  slug: '',
  trade: '',
  address: '',
  pin_code: '',
  minordervalue: '200',
  admin_email: '',
};

/** Problems by field, by the rules of the server. */
function validateNewShop(values: NewShopValues): NewShopProblems {
  const problems: NewShopProblems = {};
  const slug = slugProblem(values.slug);
  if (values.name.trim() === '') problems.name = 'settings.nameMissing';
  if (slug) problems.slug = `operator.slug.${slug}`;
  if (values.pin_code !== '' && !isPinCode(values.pin_code)) problems.pin_code = 'address.zipWrong';
  if (!isAmount(values.minordervalue)) problems.minordervalue = 'settings.minimumWrong';
  if (!isEmail(values.admin_email)) problems.admin_email = 'profile.emailWrong';
  return problems;
}

/** The request body. `place`: the place of the PIN code. */
function toRequest(values: NewShopValues, place: Place | undefined): NewShopFields {
  return {
    name: values.name.trim(),
    slug: values.slug,
    trade: values.trade.trim() || null,
    address: values.address.trim() || null,
    minordervalue: Number(values.minordervalue),
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    admin_email: values.admin_email.trim(),
  };
}
