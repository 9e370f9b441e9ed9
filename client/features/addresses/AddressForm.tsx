import type { AddressView } from '@haat/contract/api/users';
import { type AddressFields, addressProblems, cityOfPin } from '@haat/contract/rules/address';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, PhoneField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import styles from './AddressForm.module.css';
import { useSaveAddress } from './use-addresses.ts';

type Props = {
  address?: AddressView | undefined;
  /** What is known of the user, for the fields that are not typed; it may arrive after the form was opened. */
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

/** Name, street, city, zip and phone, with one message for all that is missing or invalid. */
export function AddressForm({ address, known, onSaved, onCancel }: Props) {
  const t = useText();
  const { fields, change, clear } = useAddressFields(address?.id, { ...EMPTY, ...known, ...fieldsOf(address) });
  const [firstEmpty] = useState(() => LINES.find(({ field }) => fields[field] === '')?.field);
  const saved = (view: AddressView) => {
    clear();
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
  // Screen readers announce the message of the form, not one for each field.
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

/** The values of the form: what was typed, or is in the draft of this tab, over what is known. */
function useAddressFields(addressId: number | undefined, known: AddressFields) {
  const { userId } = useSession();
  const draft = { userId, addressId };
  const [typed, setTyped] = useState<Partial<AddressFields>>(() => readDraft(draft));
  const fields: AddressFields = { ...known, ...typed };
  const [ourCity, setOurCity] = useState('');
  const change = (field: keyof AddressFields, text: string) => {
    const changed = { ...typed, [field]: text };
    // The PIN code fills in its city, unless the user typed another one.
    const city = field === 'zip' && ['', ourCity].includes(fields.city.trim()) ? cityOfPin(text) : undefined;
    if (city) setOurCity(city);
    const completed = city ? { ...changed, city } : changed;
    setTyped(completed);
    storeDraft(draft, completed);
  };
  return { fields, change, clear: () => clearDraft(draft) };
}

/** Identifies a draft: a user and one of their addresses, or a new one. */
type DraftOf = { userId: number | undefined; addressId: number | undefined };

const keyOf = ({ userId, addressId }: DraftOf) => `addressDraft_${userId ?? ''}_${addressId ?? 'new'}`;

/** What was typed in this tab and not saved, so that closing the popup, a reload or a login loses nothing. */
function readDraft(of: DraftOf): Partial<AddressFields> {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? '{}');
    const texts = Object.entries(stored ?? {}).filter(([, text]) => typeof text === 'string');
    return Object.fromEntries(texts);
  } catch {
    return {};
  }
}

/** Stores the draft, where storage is available. */
function storeDraft(of: DraftOf, fields: Partial<AddressFields>): void {
  try {
    sessionStorage.setItem(keyOf(of), JSON.stringify(fields));
  } catch {
    // The form still has the values.
  }
}

/** Removes the draft after saving. */
function clearDraft(of: DraftOf): void {
  try {
    sessionStorage.removeItem(keyOf(of));
  } catch {
    // Without storage there is nothing to remove.
  }
}
