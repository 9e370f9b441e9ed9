import { isEmail } from '@haat/contract/rules/email';
import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { useFocusOnFirst } from '../../ui/use-focus-on-first.ts';
import desk from '../desk/Desk.module.css';
import { useTeamChange } from './use-team-change.ts';

type Role = 'vendor' | 'admin';

/** Takes somebody into the team by their email. */
export function InviteForm({ shopId }: { shopId: number }) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('vendor');
  const [problems, setProblems] = useState<{ email?: string }>({});
  const form = useFocusOnFirst(problems);
  const { change, isBusy, problem } = useTeamChange(shopId);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isRight = isEmail(email);
    setProblems(isRight ? {} : { email: t('profile.emailWrong') });
    if (!isRight) return;
    const call = { method: 'POST', body: { email: email.trim(), role } } as const;
    change({ call, said: 'team.invitedToast', onDone: () => setEmail('') });
  };
  return (
    <form ref={form} className={desk.card} onSubmit={submit} noValidate aria-label={t('team.invite')}>
      <h2>{t('team.invite')}</h2>
      <UnsavedGuard isDirty={email !== '' && !isBusy} onLeave={() => setEmail('')} />
      <Field
        label={t('profile.email')}
        name="email"
        type="email"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        maxLength={254}
        hint={t('team.inviteHint')}
        value={email}
        problem={problems.email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <ChoiceList
        label={t('team.role')}
        choices={[
          { value: 'vendor', label: t('team.vendor'), hint: t('team.vendorHint') },
          { value: 'admin', label: t('team.admin'), hint: t('team.adminHint') },
        ]}
        chosen={role}
        onChoose={setRole}
      />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <div className={desk.actions}>
        <Button type="submit" disabled={isBusy}>
          {t(isBusy ? 'team.inviting' : 'team.sendInvitation')}
        </Button>
      </div>
    </form>
  );
}
