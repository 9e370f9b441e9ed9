import type { AddressView } from '@haat/contract/api/addresses.schema';
import { addressProblems, type AddressFields } from '@haat/contract/rules/address';
import { useState, type ComponentProps, type FormEvent } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PhoneField } from '../../ui/PhoneField.tsx';
import styles from './AddressForm.module.css';
import { useAddressFields } from './use-address-fields.ts';
import { useSaveAddress } from './use-save-address.ts';

type Props = {
  address?: AddressView | undefined;
  /** For a first address: what is known of the user already. */
  known?: Partial<AddressFields>;
  onSaved: (address: AddressView) => void;
  onCancel?: (() => void) | undefined;
};
type Line = { field: keyof AddressFields; label: TextId; hint?: TextId } & Partial<
  Omit<ComponentProps<typeof Field>, 'hint' | 'label' | 'onChange'>
>;

const EMPTY: AddressFields = { name: '', street: '', city: '', zip: '', phone: '' };

const LINES: Line[] = [
  { field: 'name', label: 'address.name', autoComplete: 'name', maxLength: 100 },
  { field: 'street', label: 'address.street', autoComplete: 'street-address', maxLength: 200 },
  {
    field: 'zip',
    label: 'address.zip',
    hint: 'address.zipHint',
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    maxLength: 12,
  },
  { field: 'city', label: 'address.city', autoComplete: 'address-level2', maxLength: 100 },
  {
    field: 'phone',
    label: 'address.phone',
    hint: 'address.phoneHint',
    enterKeyHint: 'done',
  },
];

/** Name, street, city, zip, phone; the one message of spec section 5 for whatever is missing or wrong. */
export function AddressForm({ address, known, onSaved, onCancel }: Props) {
  const t = useText();
  const { fields, change, forget } = useAddressFields(address?.id, { ...EMPTY, ...known, ...fieldsOf(address) });
  const [firstEmpty] = useState(() => LINES.find(({ field }) => fields[field] === '')?.field);
  const saved = (view: AddressView) => {
    forget();
    onSaved(view);
  };
  const { save, isSaving, problem } = useSaveAddress(address?.id, saved);
  const wrong = problem === t('address.invalid') ? addressProblems(fields) : [];

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const [first] = addressProblems(fields);
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    save(fields);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {LINES.map((line) => (
        <div key={line.field} className={styles[line.field]}>
          <AddressLine
            {...line}
            // The popup is opened to be filled in.
            autoFocus={line.field === firstEmpty}
            problem={wrong.includes(line.field) ? t(wrongText(line.field, fields)) : undefined}
            value={fields[line.field]}
            onText={(text) => change(line.field, text)}
          />
        </div>
      ))}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={styles.actions}>
        {onCancel ? (
          <Button look="secondary" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
        ) : null}
        <Button type="submit" disabled={isSaving}>
          {t(isSaving ? 'address.saving' : 'address.save')}
        </Button>
      </div>
    </form>
  );
}

function AddressLine({ field, label, hint, onText, ...rest }: Line & { onText: (text: string) => void }) {
  const t = useText();
  // The message of the whole form says a problem aloud, once for all of them.
  const input = { ...rest, label: t(label), hint: hint && t(hint), name: field, required: true, isQuiet: true };
  if (field === 'phone') return <PhoneField {...input} onNumber={onText} />;
  return <Field {...input} onChange={(event) => onText(event.target.value)} />;
}

function wrongText(field: keyof AddressFields, fields: AddressFields): TextId {
  return field === 'phone' && fields.phone.trim() !== '' ? 'address.phoneWrong' : 'address.missing';
}

function fieldsOf(address: AddressView | undefined): Partial<AddressFields> {
  if (!address) return {};
  const { name, street, city, zip, phone } = address;
  return { name, street, city, zip, phone };
}
