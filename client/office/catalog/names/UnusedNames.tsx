import { useText } from '../../../i18n/use-text.ts';
import looks from '../../../ui/looks.module.css';
import styles from './Categories.module.css';

/** Shared categories or units that no product of the shop has. */
export function UnusedNames({ names }: { names: readonly string[] }) {
  const t = useText();
  if (names.length === 0) return null;
  return (
    <details className={styles.unused}>
      <summary>{t('categories.unused', { count: names.length })}</summary>
      <p className={looks.hint}>{t('categories.unusedHint')}</p>
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </details>
  );
}
