import type { ImportView } from '@haat/contract/api/imports.schema';
import { useText } from '../../i18n/use-text.ts';
import { isUnderWay } from './import-query.ts';
import styles from './ChangePreview.module.css';
import screen from './ImportScreen.module.css';

/** The first of the changes, before and after. */
export function ChangePreview({ run }: { run: ImportView }) {
  const t = useText();
  const { preview, created, changed } = run;
  if (preview.length === 0 || isUnderWay(run)) return null;
  const total = created + changed;
  return (
    <section className={screen.card}>
      <h2>{t('import.preview')}</h2>
      {total > preview.length ? (
        <p className={screen.hint}>{t('import.previewFirst', { count: preview.length, total })}</p>
      ) : null}
      <ol className={styles.list}>
        {preview.map(({ row, name, kind, cells }) => (
          <li key={row} className={styles.change}>
            <p className={styles.what}>
              <strong>{name}</strong>
              <span className={`${styles.kind} ${styles[kind]}`}>{t(`import.kind.${kind}`)}</span>
              <span className={screen.hint}>{t('import.rowNumber', { row })}</span>
            </p>
            <dl className={styles.cells}>
              {cells.map(({ column, before, after }) => (
                <div key={column} className={styles.cell}>
                  <dt>
                    <code>{column}</code>
                  </dt>
                  <dd>
                    {before === null ? null : (
                      <>
                        <del>{before}</del> <span aria-hidden="true">→</span>{' '}
                      </>
                    )}
                    {after === '' ? <em>{t('import.nothing')}</em> : <ins>{after}</ins>}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ol>
    </section>
  );
}
