import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import desk from '../desk/Desk.module.css';
import { type DeskShop, OnDesk } from '../desk/OnDesk.tsx';
import { InviteForm } from './InviteForm.tsx';
import { MemberRow } from './MemberRow.tsx';
import styles from './Team.module.css';
import { teamQuery } from './team-query.ts';

/** Who works for a shop: seen by all of them, changed by its admins; everybody may leave. */
export function TeamScreen() {
  const t = useText();
  return (
    <OnDesk title={t('team.title')} segment="admin/team">
      {(shop) => <Team key={shop.shopId} shop={shop} />}
    </OnDesk>
  );
}

function Team({ shop }: { shop: DeskShop }) {
  const t = useText();
  const { data: team, error, refetch } = useQuery(teamQuery(shop.shopId));
  if (!team) {
    if (error) return <LoadFailure text={t('team.loadFailed')} onRetry={() => void refetch()} />;
    return <Skeleton height="800px" radius="var(--radius-card)" />;
  }
  return (
    <div className={desk.stack}>
      <section className={desk.card} aria-label={t('team.members')}>
        <ul className={styles.list}>
          {team.map((member) => (
            <MemberRow key={member.id} member={member} shop={shop} />
          ))}
        </ul>
      </section>
      {shop.canManage ? <InviteForm shopId={shop.shopId} /> : null}
    </div>
  );
}
