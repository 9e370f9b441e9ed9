import type { ProblemRowView, ProblemView } from '@haat/contract/orders/problems.calls';
import { isOverdue, isSolved, nextDeadline } from '@haat/contract/orders/order-problems';
import { formatRupees } from '@haat/contract/rupees';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import chip from '../../../ui/StatusChip.module.css';
import entries from '../OrderTimelineScreen.module.css';

type StateProps = { problem: Pick<ProblemRowView, 'state' | 'acknowledge_by' | 'solve_by'> };

/** The state of a problem in words and colour. */
export function ProblemState({ problem }: StateProps) {
  const t = useText();
  const now = useMinute();
  const isLate = isOverdue(problem, now);
  return (
    <span className={`${chip.chip} ${isLate ? 'declined' : isSolved(problem.state) ? 'delivered' : 'pending'}`}>
      {t(isLate ? 'problem.late' : `problem.state.${problem.state}`)}
    </span>
  );
}

/** Until when the shop has to act next, or since when it is too late; nothing for a solved problem. */
export function ProblemDeadline({ problem }: StateProps) {
  const t = useText();
  const { moment, until, age } = useTimeText();
  const now = useMinute();
  const deadline = nextDeadline(problem);
  if (deadline === undefined) return null;
  const at = moment(deadline);
  if (isOverdue(problem, now)) return <strong>{t('problem.overdue', { moment: at, age: age(deadline, now) })}</strong>;
  const text = problem.state === 'open' ? 'problem.acknowledgeBy' : 'problem.solveBy';
  return <span>{t(text, { moment: at, left: until(deadline, now) })}</span>;
}

/** The steps of a problem with their times, and the deadline of the next one: reported, acknowledged, solved. */
export function ProblemClock({ problem }: { problem: ProblemView }) {
  const t = useText();
  const { moment } = useTimeText();
  const { state, reported_at, acknowledged_at, solved_at, refunded } = problem;
  const steps = [
    { name: t('problem.step.reported'), at: reported_at },
    { name: t('problem.step.acknowledged'), at: acknowledged_at },
    {
      name: isSolved(state) ? t(`problem.state.${state}`) : t('problem.step.solved'),
      at: solved_at,
      more: refunded === null ? undefined : formatRupees(refunded),
    },
  ];
  const next = steps.findIndex(({ at }) => at === null);
  return (
    <ol className={entries.entries} aria-label={t('problem.clock')}>
      {steps.map(({ name, at, more }, index) => (
        <li key={name} className={at === null ? undefined : entries.main}>
          {at === null ? name : <strong>{name}</strong>}
          {more ? ` · ${more}` : ''}
          <span className={entries.facts}>
            {at === null ? null : <time dateTime={at}>{moment(at)}</time>}
            {index === next ? <ProblemDeadline problem={problem} /> : null}
          </span>
        </li>
      ))}
    </ol>
  );
}
