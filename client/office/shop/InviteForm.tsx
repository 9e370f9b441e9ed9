import { inviteMember, MEMBER_NAME_MAX } from '@haat/contract/accounts/team.calls';
import { contactIn } from '@haat/contract/accounts/contact';
import type { ShopRole } from '@haat/contract/accounts/shop-roles';
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

/** Invites a member by email or mobile number, with the name that the team knows them by. */
export function InviteForm({ shopId }: { shopId: number }) {
  const t = useText();
  const [contact, setContact] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<ShopRole>('vendor');
  const [problems, setProblems] = useState<{ contact?: string }>({});
  const form = useFocusOnFirst(problems);
  const { change, isBusy, problem } = useTeamChange(shopId);

  const clear = () => {
    setContact('');
    setName('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const person = contactIn(contact);
    setProblems(person ? {} : { contact: t('team.contactWrong') });
    if (!person) return;
    const body = { ...person, ...(name.trim() !== '' && { name: name.trim() }), role };
    const request = () => call(inviteMember, { params: { shopId }, body });
    change({ request, successKey: 'team.invitedToast', onDone: clear });
  };
  return (
    <Card as="form" isRoomy gap={4} ref={form} onSubmit={submit} noValidate aria-label={t('team.invite')}>
      <h2>{t('team.invite')}</h2>
      <UnsavedGuard isDirty={(contact !== '' || name !== '') && !isBusy} onLeave={clear} />
      <Field
        label={t('team.name')}
        name="name"
        autoComplete="off"
        maxLength={MEMBER_NAME_MAX}
        hint={t('team.nameHint')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <Field
        label={t('team.contact')}
        name="contact"
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        maxLength={254}
        hint={t('team.inviteHint')}
        value={contact}
        problem={problems.contact}
        onChange={(event) => setContact(event.target.value)}
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
