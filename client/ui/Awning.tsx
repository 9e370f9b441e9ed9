import styles from './Awning.module.css';

/** The scalloped awning of a market stall: under the header, on shop cards, over empty states and receipts only. */
export function Awning() {
  return (
    <div className={styles.shade} aria-hidden="true">
      <div className={styles.cloth} />
    </div>
  );
}
