import type { ProfileTexts } from '@haat/contract/accounts/profile';
import { type ComponentProps, type FormEvent, useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { type TextId, useText } from '../i18n/use-text.ts';
import { buttonClass, Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Field, PhoneField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { PictureField } from '../ui/PictureField.tsx';
import looks from '../ui/looks.module.css';
import styles from './Account.module.css';

export type ProfileEntries = ProfileTexts & { picture: File | undefined };

type Props = {
  entries: ProfileEntries;
  savedPicture: string | null;
  /** The new address that is not confirmed yet. */
  waiting: string | undefined;
  wrong: readonly (keyof ProfileTexts)[];
  problem: string | undefined;
  isEmailRequired: boolean;
  /** The mobile number logs in. */
  isMobileConfirmed: boolean;
  isBusy: boolean;
  returnPath: string;
  onChange: (changes: Partial<ProfileEntries>) => void;
  onSubmit: () => void;
  onEnterCode: (email: string) => void;
};
type Line = {
  field: keyof ProfileTexts;
  label: TextId;
  hint?: TextId;
  wrong: TextId;
  Input?: typeof PhoneField;
} & Partial<Omit<ComponentProps<typeof Field>, 'hint'>>;

const LINES: Line[] = [
  { field: 'name', label: 'profile.name', wrong: 'profile.nameMissing', autoComplete: 'name', maxLength: 100 },
  {
    field: 'email',
    label: 'profile.email',
    hint: 'profile.emailHint',
    wrong: 'profile.emailWrong',
    type: 'email',
    autoComplete: 'email',
    inputMode: 'email',
    maxLength: 254,
  },
  {
    field: 'mobile',
    label: 'profile.mobile',
    hint: 'profile.mobileHint',
    wrong: 'profile.mobileWrong',
    required: false,
  },
];

/** Name, Email, Mobile and Profile Image. */
export function ProfileForm(props: Props) {
  const { entries, savedPicture, waiting, wrong, problem, isBusy, returnPath, onChange, onSubmit, onEnterCode } = props;
  const t = useText();
  const form = useFocusOnFirst(wrong);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <Stack as="form" gap={4} ref={form} onSubmit={submit} noValidate>
      <PictureField
        label={t('profile.image')}
        hint={t('profile.imageHint')}
        file={entries.picture}
        saved={savedPicture}
        onChosen={(picture) => onChange({ picture })}
      />
      {LINES.map(({ wrong: wrongText, ...line }) => (
        <ProfileLine
          key={line.field}
          {...line}
          {...(line.field === 'email' && { required: props.isEmailRequired })}
          {...(line.field === 'mobile' && props.isMobileConfirmed && { hint: 'profile.mobileConfirmed' })}
          problem={wrong.includes(line.field) ? t(wrongText) : undefined}
          value={entries[line.field]}
          onText={(text) => onChange({ [line.field]: text })}
        />
      ))}
      {waiting ? <PendingEmail email={waiting} isBusy={isBusy} onEnterCode={onEnterCode} /> : null}
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row justify="between" align="stretch" className={styles.actions}>
        <Link className={buttonClass('secondary')} to={returnPath}>
          {t('profile.back')}
        </Link>
        <Button type="submit" disabled={isBusy}>
          {t(isBusy ? 'profile.saving' : 'profile.save')}
        </Button>
      </Row>
    </Stack>
  );
}

type LineProps = Omit<Line, 'wrong'> & { onText: (text: string) => void };

function ProfileLine({ field, label, hint, onText, ...rest }: LineProps) {
  const t = useText();
  const input = { required: true, ...rest, label: t(label), hint: hint && t(hint), name: field };
  if (field === 'mobile') return <PhoneField {...input} onNumber={onText} />;
  return <Field {...input} onChange={(event) => onText(event.target.value)} />;
}

/** Focuses the first invalid field. */
function useFocusOnFirst(wrong: Props['wrong']) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (wrong.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [wrong]);
  return form;
}

type PendingEmailProps = { email: string; isBusy: boolean; onEnterCode: (email: string) => void };

/** A new address that is not confirmed yet: its code can be entered later. */
function PendingEmail({ email, isBusy, onEnterCode }: PendingEmailProps) {
  const t = useText();
  return (
    <Notice>
      <p className={looks.anywhere}>{t('profile.pending', { email })}</p>
      <Button look="quiet" disabled={isBusy} onClick={() => onEnterCode(email)}>
        {t('profile.enterCode')}
      </Button>
    </Notice>
  );
}
