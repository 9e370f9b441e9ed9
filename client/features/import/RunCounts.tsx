import type { ImportView } from '@haat/contract/api/imports.schema';
import { useText } from '../../i18n/use-text.ts';
import styles from './RunCounts.module.css';

const COUNTS = [
  { count: 'created', label: 'import.created' },
  { count: 'changed', label: 'import.changed' },
  { count: 'unchanged', label: 'import.unchanged' },
  { count: 'failed', label: 'import.wrong' },
] as const;

/** What becomes of the rows. */
export function RunCounts({ run }: { run: ImportView }) {
  const t = useText();
  return (
    <dl className={styles.counts}>
      {COUNTS.map(({ count, label }) => (
        <div key={count} className={`${styles.count} ${count === 'failed' && run.failed > 0 ? styles.wrong : ''}`}>
          <dt>{t(label)}</dt>
          <dd>{run[count]}</dd>
        </div>
      ))}
    </dl>
  );
}
