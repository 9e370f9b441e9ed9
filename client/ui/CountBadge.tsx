import styles from './CountBadge.module.css';

type Props = { count: number; /** Names the counted items, for screen readers. */ text: string };

/** How many wait, behind the name of a link; nothing for none. */
export function CountBadge({ count, text }: Props) {
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
