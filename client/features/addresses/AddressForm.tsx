import type { AddressView } from '@haat/contract/api/addresses.schema';
import { addressProblems, type AddressFields } from '@haat/contract/rules/address';
import { useState, type ComponentProps, type FormEvent } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './AddressForm.module.css';
import { useSaveAddress } from './use-save-address.ts';

type Props = {
  address?: AddressView | undefined;
  /** For a first address: what is known of the user already. */
  known?: Partial<AddressFields>;
  onSaved: (address: AddressView) => void;
  onCancel?: (() => void) | undefined;
};
type Line = { field: keyof AddressFields; label: TextId } & Partial<ComponentProps<typeof Field>>;

const EMPTY: AddressFields = { name: '', street: '', city: '', zip: '', phone: '' };

const LINES: Line[] = [
  { field: 'name', label: 'address.name', autoComplete: 'name', maxLength: 100 },
  { field: 'street', label: 'address.street', autoComplete: 'street-address', maxLength: 200 },
  { field: 'zip', label: 'address.zip', autoComplete: 'postal-code', inputMode: 'numeric', maxLength: 12 },
  { field: 'city', label: 'address.city', autoComplete: 'address-level2', maxLength: 100 },
  {
    field: 'phone',
    label: 'address.phone',
    autoComplete: 'tel-national',
    inputMode: 'tel',
    type: 'tel',
    maxLength: 10,
  },
];

/** Name, street, city, zip, phone; the one message of spec section 5 for whatever is missing or wrong. */
export function AddressForm({ address, known, onSaved, onCancel }: Props) {
  const t = useText();
  const [fields, setFields] = useState<AddressFields>({ ...EMPTY, ...known, ...fieldsOf(address) });
  const { save, isSaving, problem } = useSaveAddress(address?.id, onSaved);
  const wrong = problem === t('address.invalid') ? addressProblems(fields) : [];

  const submit = (event: FormEvent) => {
    event.preventDefault();
    save(fields);
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {LINES.map(({ field, label, ...input }) => (
        <div key={field} className={styles[field]}>
          <Field
            {...input}
            label={t(label)}
            name={field}
            required
            aria-invalid={wrong.includes(field)}
            hint={field === 'phone' ? t('address.phoneHint') : undefined}
            value={fields[field]}
            onChange={(event) => setFields({ ...fields, [field]: event.target.value })}
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

function fieldsOf(address: AddressView | undefined): Partial<AddressFields> {
  if (!address) return {};
  const { name, street, city, zip, phone } = address;
  return { name, street, city, zip, phone };
}
