import { inviteMember } from '@haat/contract/api/team';
import { isEmail } from '@haat/contract/rules/profile';
import type { ShopRole } from '@haat/contract/rules/shop-roles';
import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Field, useFocusOnFirst } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import { useRoleChoices } from './role-choices.ts';
import { useTeamChange } from './team-query.ts';

/** Invites a member by email. */
export function InviteForm({ shopId }: { shopId: number }) {
  const t = useText();
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<ShopRole>('vendor');
  const [problems, setProblems] = useState<{ email?: string }>({});
  const form = useFocusOnFirst(problems);
  const { change, isBusy, problem } = useTeamChange(shopId);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const isRight = isEmail(email);
    setProblems(isRight ? {} : { email: t('profile.emailWrong') });
    if (!isRight) return;
    const body = { email: email.trim(), role };
    const request = () => call(inviteMember, { params: { shopId }, body });
    change({ request, successKey: 'team.invitedToast', onDone: () => setEmail('') });
  };
  return (
    <Card as="form" isRoomy gap={4} ref={form} onSubmit={submit} noValidate aria-label={t('team.invite')}>
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
      <ChoiceList label={t('team.role')} choices={useRoleChoices()} chosen={role} onChoose={setRole} />
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button type="submit" disabled={isBusy}>
          {t(isBusy ? 'team.inviting' : 'team.sendInvitation')}
        </Button>
      </Row>
    </Card>
  );
}
