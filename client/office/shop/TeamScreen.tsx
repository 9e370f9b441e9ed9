import { changeRole, removeMember, resendInvitation, type MemberView } from '@haat/contract/accounts/team.calls';
import { removePin } from '@haat/contract/accounts/shared-devices.calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useSession, useSessionSend } from '../../shared/session/SessionProvider.tsx';
import { useSharedDevice } from '../../shared/session/shared-device.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { contactOf, memberName } from './member-name.ts';
import { RoleDialog } from './RoleDialog.tsx';
import { InviteForm } from './InviteForm.tsx';
import { teamQuery, useTeamChange } from './team-query.ts';
import styles from './Team.module.css';

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
  const { data: team, error, refetch } = useQuery(teamQuery(shop.shopId));
  if (!team) {
    if (error) return <LoadFailure text={t('team.loadFailed')} onRetry={() => void refetch()} />;
    return <Skeleton height="800px" radius="var(--radius-card)" />;
  }
  return (
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
  );
}

type Props = { member: MemberView; shop: GuardedShop };

/** One member with their role, invitation, and the actions that the user may take. */
function MemberRow({ member, shop }: Props) {
  const { id, name, role, joined } = member;
  const t = useText();
  const { userId: account } = useSession();
  // On a shared device, oneself is who is working.
  const userId = useSharedDevice()?.person?.id ?? account;
  const { isBusy, problem, isAsking, ask, remove, setRole, resend } = useMemberActions(shop.shopId, {
    id,
    isSelf: userId === id,
  });
  const [isChoosing, choose] = useState(false);
  const isSelf = userId === id;
  const who = memberName(member);
  return (
    <li className={styles.member}>
      <Stack gap={1}>
        <strong className={styles.name}>{who}</strong>
        {name ? <span className={backOffice.muted}>{contactOf(member)}</span> : null}
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
          <Button look="quiet" disabled={isBusy} onClick={() => ask(true)}>
            {t(isSelf ? 'team.leave' : 'team.remove')}
            <span className="visually-hidden"> {who}</span>
          </Button>
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
      {isAsking ? (
        <ConfirmDialog
          text={isSelf ? t('team.leaveConfirm') : t('team.removeConfirm', { who })}
          confirm={t(isSelf ? 'team.leave' : 'team.remove')}
          onClose={() => ask(false)}
          onConfirm={remove}
        />
      ) : null}
    </li>
  );
}

/** Removes a PIN. Only the member can set another. */
function RemovePin({ member, shopId }: { member: MemberView; shopId: number }) {
  const t = useText();
  const [isAsking, ask] = useState(false);
  const { change, isBusy, problem } = useTeamChange(shopId);
  const { id } = member;
  const who = memberName(member);
  const remove = () => {
    ask(false);
    change({ request: () => call(removePin, { params: { shopId, userId: id } }), successKey: 'team.pinRemoved' });
  };
  return (
    <>
      <Button look="secondary" disabled={isBusy} onClick={() => ask(true)}>
        {t('team.removePin')}
        <span className="visually-hidden"> {who}</span>
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? (
        <ConfirmDialog
          text={t('team.removePinConfirm', { who })}
          confirm={t('team.removePin')}
          onClose={() => ask(false)}
          onConfirm={remove}
        />
      ) : null}
    </>
  );
}

/** When the invitation was sent. */
function Invitation({ member: { invited, joined } }: Pick<Props, 'member'>) {
  const t = useText();
  const { moment } = useTimeText();
  if (joined !== null || invited === null) return null;
  return <span className={backOffice.muted}>{t('team.invitedAt', { time: moment(invited) })}</span>;
}

type Target = { id: number; isSelf: boolean };

function useMemberActions(shopId: number, { id, isSelf }: Target) {
  const [isAsking, ask] = useState(false);
  const sendToSession = useSessionSend();
  const { change, isBusy, problem } = useTeamChange(shopId);
  const params = { shopId, userId: id };
  // The user's own role has changed: menus and screens follow the profile.
  const onDone = () => {
    if (isSelf) sendToSession({ type: 'profile.changed' });
  };
  const remove = () => {
    ask(false);
    change({
      request: () => call(removeMember, { params }),
      successKey: isSelf ? 'team.left' : 'team.removed',
      onDone,
    });
  };
  const setRole = (role: MemberView['role']) =>
    change({ request: () => call(changeRole, { params, body: { role } }), successKey: 'team.roleChanged', onDone });
  const resend = () =>
    change({ request: () => call(resendInvitation, { params }), successKey: 'team.invitedToast', onDone });
  return { isBusy, problem, isAsking, ask, remove, setRole, resend };
}
