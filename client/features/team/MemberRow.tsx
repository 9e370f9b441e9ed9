import type { MemberView } from '@haat/contract/api/members.schema';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../lib/use-time-text.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import desk from '../desk/Desk.module.css';
import type { DeskShop } from '../desk/OnDesk.tsx';
import { useSession, useSessionSend } from '../session/use-session.ts';
import styles from './Team.module.css';
import { useTeamChange } from './use-team-change.ts';

type Props = { member: MemberView; shop: DeskShop };

/** One of the team: what they may, whether they have come yet, and what can be done about it by whoever looks. */
export function MemberRow({ member, shop }: Props) {
  const { id, email, name, role, joined } = member;
  const t = useText();
  const { userId } = useSession();
  const { isBusy, problem, isAsking, ask, remove, setRole, inviteAgain } = useMemberActions(shop.shopId, {
    id,
    isSelf: userId === id,
  });
  const isSelf = userId === id;
  const who = name ?? email;
  return (
    <li className={styles.member}>
      <div className={styles.who}>
        <strong className={styles.name}>{who}</strong>
        {name ? <span className={desk.muted}>{email}</span> : null}
        <span className={styles.chips}>
          <span className={styles.chip}>{t(role === 'admin' ? 'team.admin' : 'team.vendor')}</span>
          {joined === null ? <span className={`${styles.chip} ${styles.waiting}`}>{t('team.invited')}</span> : null}
          {isSelf ? <span className={styles.chip}>{t('team.you')}</span> : null}
        </span>
        <Invitation member={member} />
      </div>
      <div className={desk.actions}>
        {shop.canManage && joined === null ? (
          <Button look="secondary" disabled={isBusy} onClick={inviteAgain}>
            {t('team.inviteAgain')}
            <span className="visually-hidden"> {who}</span>
          </Button>
        ) : null}
        {shop.canManage ? (
          <Button look="secondary" disabled={isBusy} onClick={() => setRole(role === 'admin' ? 'vendor' : 'admin')}>
            {t(role === 'admin' ? 'team.makeVendor' : 'team.makeAdmin')}
            <span className="visually-hidden"> {who}</span>
          </Button>
        ) : null}
        {shop.canManage || isSelf ? (
          <Button look="quiet" disabled={isBusy} onClick={() => ask(true)}>
            {t(isSelf ? 'team.leave' : 'team.remove')}
            <span className="visually-hidden"> {who}</span>
          </Button>
        ) : null}
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
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

/** When it was sent, and that it stands until somebody takes it back. */
function Invitation({ member: { invited, joined } }: Pick<Props, 'member'>) {
  const t = useText();
  const { moment } = useTimeText();
  if (joined !== null || invited === null) return null;
  return <span className={desk.muted}>{t('team.invitedAt', { time: moment(invited) })}</span>;
}

type Whose = { id: number; isSelf: boolean };

function useMemberActions(shopId: number, { id, isSelf }: Whose) {
  const [isAsking, ask] = useState(false);
  const sendToSession = useSessionSend();
  const { change, isBusy, problem } = useTeamChange(shopId);
  // What oneself may has changed: the menus and this screen follow the profile.
  const onDone = () => {
    if (isSelf) sendToSession({ type: 'profile.changed' });
  };
  const remove = () => {
    ask(false);
    change({ path: `/${id}`, call: { method: 'DELETE' }, said: isSelf ? 'team.left' : 'team.removed', onDone });
  };
  const setRole = (role: MemberView['role']) =>
    change({ path: `/${id}`, call: { method: 'PATCH', body: { role } }, said: 'team.roleChanged', onDone });
  const inviteAgain = () =>
    change({ path: `/${id}/invitation`, call: { method: 'POST' }, said: 'team.invitedToast', onDone });
  return { isBusy, problem, isAsking, ask, remove, setRole, inviteAgain };
}
