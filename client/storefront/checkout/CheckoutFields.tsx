import { IF_UNAVAILABLE, type IfUnavailable } from '@haat/contract/orders/order-terms';
import { CONTACT_NAME_MAX, type PickUpContact } from '@haat/contract/accounts/contact';
import { useText } from '../../i18n/use-text.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Field, PhoneField, TextAreaField } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import looks from '../../ui/looks.module.css';
import { lacksMobile } from './checkout-draft.ts';

type PickUpFieldsProps = {
  contact: PickUpContact;
  /** The fields that have to be corrected. */
  wrong: readonly (keyof PickUpContact)[];
  onType: (typed: Partial<PickUpContact>) => void;
};

/** Who picks up a takeaway, and the number at which the shop can reach them. */
export function PickUpFields({ contact, wrong, onType }: PickUpFieldsProps) {
  const t = useText();
  const { user } = useSession();
  return (
    <Card as="section" aria-labelledby="order-contact">
      <h2 id="order-contact" className={looks.large}>
        {t('order.contact')}
      </h2>
      <Field
        label={t('profile.name')}
        name="name"
        autoComplete="name"
        required
        maxLength={CONTACT_NAME_MAX}
        value={contact.name}
        aria-invalid={wrong.includes('name') || undefined}
        onChange={(event) => onType({ name: event.target.value })}
      />
      <PhoneField
        label={t('profile.mobile')}
        hint={t(lacksMobile(user) ? 'order.contactKept' : 'order.contactHint')}
        name="phone"
        required
        value={contact.phone}
        aria-invalid={wrong.includes('phone') || undefined}
        onNumber={(phone) => onType({ phone })}
      />
      {wrong.length > 0 ? <Notice tone="error">{t('order.contactMissing')}</Notice> : null}
    </Card>
  );
}

type IfUnavailableProps = { chosen: IfUnavailable; onChoose: (choice: IfUnavailable) => void };

/** The customer's choice for an item that the shop does not have. */
export function IfUnavailableChoice({ chosen, onChoose }: IfUnavailableProps) {
  const t = useText();
  return (
    <Card as="section">
      <ChoiceList
        label={t('order.ifUnavailable')}
        choices={IF_UNAVAILABLE.map((value) => ({ value, label: t(`order.ifUnavailable.${value}`) }))}
        chosen={chosen}
        onChoose={onChoose}
      />
    </Card>
  );
}

/** From so many characters before the limit on, they are counted. */
const COUNTED = 50;

type NoteFieldProps = {
  note: string;
  /** How many characters it may still have; below 0 it is too long. */
  left: number;
  onType: (note: string) => void;
};

/** A note for the shop, counted near its limit. */
export function NoteField({ note, left, onType }: NoteFieldProps) {
  const t = useText();
  return (
    <Card as="section">
      <TextAreaField
        label={t('order.note')}
        name="note"
        value={note}
        hint={left >= 0 && left <= COUNTED ? t('order.noteLeft', { count: left }) : undefined}
        problem={left < 0 ? t('order.noteTooLong', { count: -left }) : undefined}
        onChange={(event) => onType(event.target.value)}
      />
    </Card>
  );
}
