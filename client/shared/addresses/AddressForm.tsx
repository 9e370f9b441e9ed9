import { saveAddress, type AddressView } from '@haat/contract/accounts/users.calls';
import { type AddressFields, addressProblems, trimAddress } from '@haat/contract/accounts/address';
import { isNearPin } from '@haat/contract/shops/delivery-area';
import { type Point } from '@haat/contract/shops/distance';
import { reasonOf } from '@haat/contract/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ComponentProps, type FormEvent, useState } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { readTab, storeInTab, textsIn } from '../../lib/tab-storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, PhoneField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { AddressLabel, AddressLocation } from './AddressExtras.tsx';
import { ADDRESSES, chooseAddress, withSaved } from './use-addresses.ts';
import { type PinCodeState, usePinCode } from './use-pin-code.ts';
import styles from './Addresses.module.css';

type Props = {
  address?: AddressView | undefined;
  /** Known data of the user, for untouched fields; it may arrive after the form was opened. */
  known?: Partial<AddressFields>;
  onSaved: (address: AddressView) => void;
  onCancel?: (() => void) | undefined;
};
type Line = { field: keyof AddressFields; label: TextId; hint?: TextId } & Partial<
  Omit<ComponentProps<typeof Field>, 'hint' | 'label' | 'onChange'>
>;

type FormFields = AddressFields & { label: string };

const EMPTY: FormFields = { name: '', street: '', city: '', zip: '', phone: '', label: '' };

const LINES: Line[] = [
  { field: 'name', label: 'address.name', autoComplete: 'name', maxLength: 100 },
  { field: 'street', label: 'address.street', autoComplete: 'street-address', maxLength: 200 },
  {
    field: 'zip',
    label: 'address.zip',
    hint: 'address.zipHint',
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    // With a blank in the middle, as it is often written.
    maxLength: 7,
  },
  { field: 'city', label: 'address.city', autoComplete: 'address-level2', maxLength: 100 },
  {
    field: 'phone',
    label: 'address.phone',
    hint: 'address.phoneHint',
    enterKeyHint: 'done',
  },
];

/** Name, street, city, zip and phone, with one message for all that is missing or invalid; a label and a location. */
export function AddressForm({ address, known, onSaved, onCancel }: Props) {
  const t = useText();
  const { fields, pin, change, clear } = useAddressFields(address?.id, { ...EMPTY, ...known, ...fieldsOf(address) });
  const [location, setLocation] = useState(() => locationOf(address));
  const [firstEmpty] = useState(() => LINES.find(({ field }) => fields[field] === '')?.field);
  const saved = (view: AddressView) => {
    clear();
    onSaved(view);
  };
  const { save, isSaving, problem } = useSaveAddress({ id: address?.id, pin }, saved);
  const wrong: readonly string[] = problem === t('address.invalid') ? addressProblems(fields) : [];
  const isCorrected = problem === t('address.invalid') && wrong.length === 0;
  const textOfProblem = (field: keyof AddressFields) => (wrong.includes(field) ? wrongText(field) : undefined);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSaving) return;
    const [first] = addressProblems(fields);
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    save({ ...fields, location });
  };
  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      {LINES.map((line) => (
        <div key={line.field} className={styles[line.field]}>
          <AddressLine
            {...line}
            {...(line.field === 'zip' && pin.isMissing && { hint: 'address.zipUnknown' as const })}
            // The popup is opened to be filled in.
            autoFocus={line.field === firstEmpty}
            problem={textOfProblem(line.field)}
            value={fields[line.field]}
            onText={(text) => change(line.field, text)}
          />
        </div>
      ))}
      <AddressLocation location={location} onLocate={setLocation} isNeeded={pin.isMissing} />
      <AddressLabel label={fields.label} onLabel={(label) => change('label', label)} />
      {/* Where all fields are corrected, nothing is wrong any more. */}
      {problem && !isCorrected ? <Notice tone="error">{problem}</Notice> : null}
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

type AddressLineProps = Omit<Line, 'problem'> & { problem: TextId | undefined; onText: (text: string) => void };

function AddressLine({ field, label, hint, problem, onText, ...rest }: AddressLineProps) {
  const t = useText();
  const texts = { label: t(label), hint: hint && t(hint), problem: problem && t(problem, { field: t(label) }) };
  // Screen readers announce the message of the form, not one for each field.
  const input = { ...rest, ...texts, name: field, required: true, isQuiet: true };
  if (field === 'phone') return <PhoneField {...input} onNumber={onText} />;
  return <Field {...input} onChange={(event) => onText(event.target.value)} />;
}

function wrongText(field: keyof AddressFields): TextId {
  if (field === 'zip') return 'address.zipWrong';
  return field === 'phone' ? 'address.phoneWrong' : 'address.missing';
}

function fieldsOf(address: AddressView | undefined): Partial<FormFields> {
  if (!address) return {};
  const { name, street, city, zip, phone, label } = address;
  return { name, street, city, zip, phone, label: label ?? '' };
}

/** The location that the customer has set, not the place of the PIN code. */
function locationOf(address: AddressView | undefined): Point | undefined {
  const { latitude, longitude, accuracy_metres: accuracy } = address ?? {};
  return accuracy === 0 && typeof latitude === 'number' && typeof longitude === 'number'
    ? { latitude, longitude }
    : undefined;
}

/** The values to save. `location`: set by the customer; otherwise the address is at the known place of its PIN code, if any. */
type AddressToSave = AddressFields & { label: string; location: Point | undefined };

/**
 * Saves an address and chooses it. `problem` is the error text of the last attempt. `pin`: the state of the PIN code lookup.
 */
function useSaveAddress(
  { id, pin }: { id: number | undefined; pin: PinCodeState },
  onSaved: (address: AddressView) => void,
) {
  const t = useText();
  const queries = useQueryClient();
  const { isSignedIn, userId } = useSession();
  const [problem, setProblem] = useState<string>();

  const { mutate, isPending } = useMutation({
    mutationFn: (address: AddressToSave) => call(saveAddress, { body: bodyOf(address, id) }),
    onSuccess: (saved) => {
      queries.setQueryData(ADDRESSES, (known = []) => withSaved(known, saved));
      chooseAddress(userId, saved.id);
      onSaved(saved);
    },
    onError: (error) => setProblem(refusalOf(error) ?? t(saveProblem(error))),
  });

  const save = (address: AddressToSave) => {
    const rejection = rejectionOf(address, { isSignedIn, userId, pin });
    setProblem(rejection && t(rejection));
    if (!rejection) mutate(address);
  };
  return { save, isSaving: isPending, problem };
}

function bodyOf({ label, location, ...fields }: AddressToSave, id: number | undefined) {
  const named = label.trim() === '' ? undefined : label.trim();
  return { ...trimAddress(fields), id, label: named, ...location };
}

type Known = { isSignedIn: boolean; userId: number | undefined; pin: PinCodeState };

function rejectionOf(address: AddressToSave, { isSignedIn, userId, pin }: Known): TextId | undefined {
  if (!isSignedIn) return 'address.logIn';
  if (userId === undefined) return 'address.noUser';
  if (addressProblems(address).length > 0) return 'address.invalid';
  const isFar = address.location !== undefined && pin.place !== undefined && !isNearPin(address.location, pin.place);
  return isFar ? 'address.locationFar' : undefined;
}

function saveProblem(error: unknown): TextId {
  const { code } = reasonOf(error);
  if (code === 'unauthenticated') return 'address.logIn';
  return code === 'network' ? 'address.unsent' : 'address.refused';
}

// Only the server knows why the input is invalid; asking to try again would not help.
function refusalOf(error: unknown): string | undefined {
  const { code, text } = reasonOf(error);
  return code === 'invalid_input' ? text : undefined;
}

/** The values of the form: entries and the draft of this tab override known data; the city defaults to the PIN code's. */
function useAddressFields(addressId: number | undefined, known: FormFields) {
  const { userId } = useSession();
  // Closing the popup, a reload or a login loses nothing.
  const draft = `addressDraft_${userId ?? ''}_${addressId ?? 'new'}`;
  const [typed, setTyped] = useState<Partial<FormFields>>(() => textsIn(readTab(draft)));
  const pin = usePinCode(typed.zip ?? known.zip);
  // The city of the PIN code, unless the user typed another one.
  const city = typed.city ?? (known.city || pin.city) ?? '';
  const fields: FormFields = { ...known, ...typed, city };
  const change = (field: keyof FormFields, text: string) => {
    const changed = { ...typed, [field]: field === 'zip' ? text.replaceAll(/\s/g, '') : text };
    if (field === 'zip' && typed.city?.trim() === '') delete changed.city;
    setTyped(changed);
    storeInTab(draft, changed);
  };
  return { fields, pin, change, clear: () => storeInTab(draft, undefined) };
}
