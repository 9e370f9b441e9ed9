import type { ImportView } from '@haat/contract/api/imports.schema';
import { useText } from '../../i18n/use-text.ts';
import styles from './NewNames.module.css';

const LISTS = [
  { list: 'new_categories', label: 'import.newCategories' },
  { list: 'new_units', label: 'import.newUnits' },
  { list: 'ignored_columns', label: 'import.ignoredColumns' },
] as const;

/** What the file names that is not there yet, and the columns that nobody knows: a typing error shows here. */
export function NewNames({ run }: { run: ImportView }) {
  const t = useText();
  const named = LISTS.filter(({ list }) => run[list].length > 0);
  if (named.length === 0) return null;
  return (
    <dl className={styles.names}>
      {named.map(({ list, label }) => (
        <div key={list}>
          <dt>{t(label)}</dt>
          <dd>{run[list].join(' · ')}</dd>
        </div>
      ))}
    </dl>
  );
}
