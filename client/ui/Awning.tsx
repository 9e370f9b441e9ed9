import styles from './Awning.module.css';

type Props = { small?: boolean };

/** The scalloped awning of a market stall: under the header, on shop cards, over empty states and receipts only. */
export function Awning({ small = false }: Props) {
  return <div className={small ? `${styles.awning} ${styles.small}` : styles.awning} aria-hidden="true" />;
}
