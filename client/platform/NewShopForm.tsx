import { createShop, createShopBody } from '@haat/contract/platform/operator-shops.calls';
import { isPinCode } from '@haat/contract/accounts/address';
import { isRupeesText } from '@haat/contract/catalog/product-input';
import { isEmail } from '@haat/contract/accounts/profile';
import { slugFrom, slugProblem } from '@haat/contract/shops/shop-settings';
import type { ComponentProps } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { useChange } from '../ui/use-change.ts';
import { type Problems, useForm, valuesOf } from '../ui/use-form.ts';
import { type PinCodeState, usePinCode } from '../shared/addresses/use-pin-code.ts';
import styles from './Operator.module.css';
import { SLUG_TEXTS, SlugHint } from './SlugHint.tsx';

const EMPTY_SHOP = { ...valuesOf(createShopBody), pin_code: '', minordervalue: '200' };
type NewShopValues = typeof EMPTY_SHOP;

type Input = Partial<Omit<ComponentProps<typeof Field>, 'hint' | 'label'>>;
type Line = { field: keyof NewShopValues; label: TextId; hint?: TextId; input?: Input };

const LINES: Line[] = [
  { field: 'name', label: 'settings.name', input: { autoFocus: true } },
  { field: 'slug', label: 'operator.slug', input: { maxLength: 40, autoCapitalize: 'off', spellCheck: false } },
  { field: 'trade', label: 'operator.trade' },
  { field: 'address', label: 'settings.address' },
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
    input: { type: 'email', inputMode: 'email' },
  },
];

type Props = { onCreated: (id: number) => void; onClose: () => void };

/** A new shop with its first admin. */
export function NewShopForm({ onCreated, onClose }: Props) {
  const t = useText();
  const { form, pin, change, isSending, refusal } = useNewShop(onCreated);
  return (
    <Card as="form" isRoomy gap={4} {...form.bind} aria-label={t('operator.create')}>
      <h2>{t('operator.create')}</h2>
      <UnsavedGuard isDirty={form.isDirty && !isSending} onLeave={onClose} />
      {LINES.map(({ field, label, hint, input }) => (
        <div key={field}>
          <Field
            {...form.field(field)}
            {...input}
            autoComplete="off"
            label={t(label)}
            hint={hint && t(hint)}
            onChange={({ target }) => change(field, target.value)}
          />
          {field === 'slug' ? <SlugHint slug={form.values.slug} /> : null}
          {field === 'pin_code' ? <PlaceHint pin={pin} /> : null}
        </div>
      ))}
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row align="stretch">
        <Button type="submit" disabled={isSending}>
          {t(isSending ? 'operator.creating' : 'operator.createNow')}
        </Button>
        <Button look="secondary" disabled={isSending} onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </Row>
    </Card>
  );
}

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
  const { send, isSending, refusal } = useChange(createShop, {
    ...SLUG_TEXTS,
    done: 'operator.created',
    onDone: ({ id }) => onCreated(id),
  });
  const form = useForm({
    body: createShopBody,
    initial: EMPTY_SHOP,
    texts: { name: 'settings.nameMissing', minordervalue: 'settings.minimumWrong' },
    check: (values) => ({
      ...problemsOfShop(values),
      ...(pin.isMissing && { pin_code: 'settings.pinCodeUnknown' as const }),
    }),
    send: (body) => {
      const { latitude = null, longitude = null } = pin.place ?? {};
      send({ body: { ...body, latitude, longitude } });
    },
  });
  const { name, slug, pin_code } = form.values;
  const pin: PinCodeState = usePinCode(pin_code);
  const change = (field: keyof NewShopValues, text: string) =>
    form.change({
      [field]: field === 'pin_code' ? text.replaceAll(/\s/g, '') : text,
      ...(field === 'name' && slug === slugFrom(name) && { slug: slugFrom(text) }),
    });
  return { form, pin, change, isSending, refusal };
}

/** By the rules of the server. */
function problemsOfShop(values: NewShopValues): Problems<NewShopValues> {
  const slug = slugProblem(values.slug);
  return {
    ...(slug && { slug: `operator.slug.${slug}` as const }),
    ...(values.pin_code !== '' && !isPinCode(values.pin_code) && { pin_code: 'address.zipWrong' as const }),
    ...(!isRupeesText(values.minordervalue) && { minordervalue: 'settings.minimumWrong' as const }),
    ...(!isEmail(values.admin_email) && { admin_email: 'profile.emailWrong' as const }),
  };
}
