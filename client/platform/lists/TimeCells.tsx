import { useTimeText } from '../../i18n/use-time-text.ts';
import { useMinute } from '../../lib/use-minute.ts';

type AgeProps = { at: string | null; className?: string | undefined; hasMoment?: boolean };

/** How long ago something was, if it was; with its moment as a tooltip. */
export function Age({ at, className, hasMoment = false }: AgeProps) {
  const { age, moment } = useTimeText();
  const now = useMinute();
  if (at === null) return '–';
  return (
    <time className={className} dateTime={at} title={hasMoment ? moment(at) : undefined}>
      {age(at, now)}
    </time>
  );
}

/** When something was. */
export function Moment({ at }: { at: string }) {
  const { moment } = useTimeText();
  return <time dateTime={at}>{moment(at)}</time>;
}
