import { contactIn } from '@haat/contract/accounts/contact';
import {
  changeRole,
  inviteMember,
  inviteMemberBody,
  listMembers,
  type MemberView,
  removeMember,
  resendInvitation,
} from '@haat/contract/accounts/team.calls';
import { removePin } from '@haat/contract/accounts/shared-devices.calls';
import { SHOP_ROLES, type ShopRole } from '@haat/contract/accounts/shop-roles';
import { type SubmitEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import looks from '../../ui/looks.module.css';
import { useChange } from '../../ui/use-change.ts';
import { useForm } from '../../ui/use-form.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import { useSharedDevice } from '../../shared/session/shared-device.ts';
import { contactOf, memberName } from './member-name.ts';
import styles from './Settings.module.css';

/** The members of a shop: visible to all of them, managed by admins; everybody may leave. */
export function TeamScreen() {
  const t = useText();
  const shop = useGuardedShop();
  return (
    <Page title={t('team.title')}>
      <Team key={shop.shopId} shop={shop} />
    </Page>
  );
}

function Team({ shop }: { shop: GuardedShop }) {
  const t = useText();
  const read = useCall(listMembers, { params: { shopId: shop.shopId } }, { staleTime: 0 });
  return (
    <Loaded read={read} failed="team.loadFailed" waiting={<Skeleton height="800px" radius="var(--radius-card)" />}>
      {(team) => (
        <div className={backOffice.withSide}>
          <Card as="section" isRoomy gap={4} aria-label={t('team.members')}>
            <ul>
              {team.map((member) => (
                <MemberRow key={member.id} member={member} shop={shop} />
              ))}
            </ul>
          </Card>
          {shop.canManage ? <InviteForm shopId={shop.shopId} /> : null}
        </div>
      )}
    </Loaded>
  );
}

const REFUSALS = {
  failed: 'team.failed',
  own: { last_admin: 'team.lastAdmin', already_member: 'team.alreadyMember' },
} as const;

type Props = { member: MemberView; shop: GuardedShop };

/** One member with their role, invitation, and the actions that the user may take. */
function MemberRow({ member, shop }: Props) {
  const { id, name, role, joined } = member;
  const t = useText();
  const { userId: account } = useSession();
  // On a shared device, oneself is who is working.
  const userId = useSharedDevice()?.person?.id ?? account;
  const isSelf = userId === id;
  const { isBusy, problem, remove, setRole, resend } = useMemberActions(shop.shopId, { id, isSelf });
  const [isChoosing, choose] = useState(false);
  const who = memberName(member);
  return (
    <li className={styles.member}>
      <Stack gap={1}>
        <strong className={looks.anywhere}>{who}</strong>
        {name ? <span className={looks.note}>{contactOf(member)}</span> : null}
        <Row as="span" gap={2}>
          <span className={styles.chip}>{t(`team.${role}`)}</span>
          {joined === null ? <span className={`${styles.chip} ${styles.waiting}`}>{t('team.invited')}</span> : null}
          {member.has_pin ? <span className={styles.chip}>{t('team.hasPin')}</span> : null}
          {isSelf ? <span className={styles.chip}>{t('team.you')}</span> : null}
        </Row>
        <Invitation member={member} />
      </Stack>
      <Row align="stretch">
        {shop.canManage && joined === null ? (
          <Button look="secondary" disabled={isBusy} onClick={resend}>
            {t('team.inviteAgain')}
            <span className="visually-hidden"> {who}</span>
          </Button>
        ) : null}
        {shop.canManage ? (
          <Button look="secondary" disabled={isBusy} onClick={() => choose(true)}>
            {t('team.changeRole')}
            <span className="visually-hidden"> {who}</span>
          </Button>
        ) : null}
        {(shop.canManage || isSelf) && member.has_pin ? <RemovePin member={member} shopId={shop.shopId} /> : null}
        {shop.canManage || isSelf ? (
          <ConfirmButton
            look="quiet"
            disabled={isBusy}
            label={t(isSelf ? 'team.leave' : 'team.remove')}
            about={who}
            question={isSelf ? t('team.leaveConfirm') : t('team.removeConfirm', { who })}
            onConfirm={remove}
          />
        ) : null}
      </Row>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isChoosing ? (
        <RoleDialog
          who={who}
          role={role}
          onClose={() => choose(false)}
          onChoose={(chosen) => {
            choose(false);
            setRole(chosen);
          }}
        />
      ) : null}
    </li>
  );
}

/** Removes a PIN. Only the member can set another. */
function RemovePin({ member, shopId }: { member: MemberView; shopId: number }) {
  const t = useText();
  const { send, isSending, refusal } = useChange(removePin, { ...REFUSALS, done: 'team.pinRemoved' });
  const who = memberName(member);
  return (
    <>
      <ConfirmButton
        look="secondary"
        disabled={isSending}
        label={t('team.removePin')}
        about={who}
        question={t('team.removePinConfirm', { who })}
        onConfirm={() => send({ params: { shopId, userId: member.id } })}
      />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}

/** When the invitation was sent. */
function Invitation({ member: { invited, joined } }: Pick<Props, 'member'>) {
  const t = useText();
  const { moment } = useTimeText();
  if (joined !== null || invited === null) return null;
  return <span className={looks.note}>{t('team.invitedAt', { time: moment(invited) })}</span>;
}

type Target = { id: number; isSelf: boolean };

/** The actions on a member. `problem`: of the last action. */
function useMemberActions(shopId: number, { id, isSelf }: Target) {
  const sendToSession = useSessionSend();
  // The user's own role has changed: menus and screens follow the profile.
  const onDone = () => {
    if (isSelf) sendToSession({ type: 'profile.changed' });
  };
  const actions = {
    remove: useChange(removeMember, { ...REFUSALS, done: isSelf ? 'team.left' : 'team.removed', onDone }),
    role: useChange(changeRole, { ...REFUSALS, done: 'team.roleChanged', onDone }),
    resend: useChange(resendInvitation, { ...REFUSALS, done: 'team.invitedToast', onDone }),
  };
  const [last, setLast] = useState<keyof typeof actions>('remove');
  const params = { shopId, userId: id };
  return {
    isBusy: actions[last].isSending,
    problem: actions[last].refusal,
    remove: () => {
      setLast('remove');
      actions.remove.send({ params });
    },
    setRole: (role: ShopRole) => {
      setLast('role');
      actions.role.send({ params, body: { role } });
    },
    resend: () => {
      setLast('resend');
      actions.resend.send({ params });
    },
  };
}

/** The roles that a member can be given, each with its permissions in one line. */
function useRoleChoices() {
  const t = useText();
  return SHOP_ROLES.map((value) => ({ value, label: t(`team.${value}`), hint: t(`team.${value}Hint`) }));
}

type RoleDialogProps = { who: string; role: ShopRole; onChoose: (role: ShopRole) => void; onClose: () => void };

/** Gives a member another role, from their next tap on. */
function RoleDialog({ who, role, onChoose, onClose }: RoleDialogProps) {
  const t = useText();
  const [chosen, choose] = useState(role);
  const title = t('team.roleOf', { who });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen === role) onClose();
    else onChoose(chosen);
  };
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        <ChoiceList label={t('team.role')} choices={useRoleChoices()} chosen={chosen} onChoose={choose} />
        <Row justify="between">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('team.saveRole')}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

const NEW_MEMBER: { contact: string; name: string; role: ShopRole } = { contact: '', name: '', role: 'vendor' };

/** Invites a member by email or mobile number, with the name that the team knows them by. */
function InviteForm({ shopId }: { shopId: number }) {
  const t = useText();
  const clear = () => {
    form.change({ contact: '', name: '' });
  };
  const { send, isSending, refusal } = useChange(inviteMember, {
    ...REFUSALS,
    done: 'team.invitedToast',
    onDone: () => {
      clear();
    },
  });
  const form = useForm({
    body: inviteMemberBody,
    initial: NEW_MEMBER,
    check: ({ contact }) => (contactIn(contact) ? {} : { contact: 'team.contactWrong' as const }),
    send: ({ name, role }, { contact }) =>
      send({ params: { shopId }, body: { ...contactIn(contact), ...(name !== undefined && { name }), role } }),
  });
  const { contact, name, role } = form.values;
  return (
    <Card as="form" isRoomy gap={4} {...form.bind} aria-label={t('team.invite')}>
      <h2>{t('team.invite')}</h2>
      <UnsavedGuard isDirty={(contact !== '' || name !== '') && !isSending} onLeave={clear} />
      <Field label={t('team.name')} autoComplete="off" hint={t('team.nameHint')} {...form.field('name')} />
      <Field
        label={t('team.contact')}
        inputMode="email"
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        required
        maxLength={254}
        hint={t('team.inviteHint')}
        {...form.field('contact')}
      />
      <ChoiceList
        label={t('team.role')}
        choices={useRoleChoices()}
        chosen={role}
        onChoose={(chosen) => form.change({ role: chosen })}
      />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        <Button type="submit" disabled={isSending}>
          {t(isSending ? 'team.inviting' : 'team.sendInvitation')}
        </Button>
      </Row>
    </Card>
  );
}
