import { type FileColumn, type ImportView, setImportColumns } from '@haat/contract/catalog/imports.calls';
import {
  DATE_READINGS,
  DELIMITERS,
  type Delimiter,
  PRODUCT_COLUMNS,
  type ProductColumn,
} from '@haat/contract/catalog/import';
import { type ColumnMapping, namesProducts } from '@haat/contract/catalog/import-columns';
import { type ReactNode, useState } from 'react';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import looks from '../../../ui/looks.module.css';
import { useChange } from '../../../ui/use-change.ts';
import { isRunning, useImportProblem } from './import-state.ts';
import styles from './Import.module.css';

type Props = { shopId: number; run: ImportView };

const SEPARATORS: Record<Delimiter, TextId> = {
  ',': 'import.separator.comma',
  ';': 'import.separator.semicolon',
  '\t': 'import.separator.tab',
  '|': 'import.separator.bar',
};

/** Where the table of the file was found, and dates that are not dates, until the file is imported. */
export function ImportTable({ shopId, run }: Props) {
  const t = useText();
  const problemOf = useImportProblem();
  const { id, layout, dates, columns } = run;
  const [sheet, setSheet] = useState(layout?.sheet ?? '');
  const [heading, setHeading] = useState(layout?.heading_row ?? 1);
  const [separator, setSeparator] = useState(layout?.delimiter ?? ',');
  const [readings, setReadings] = useState(() => new Map(dates.map(({ at, reading }) => [at, reading])));
  const { send, isSending, error } = useChange(setImportColumns, { failed: 'import.failedCall' });
  const problem = problemOf(error);
  if (isRunning(run) || !layout || !run.dry_run) return null;
  const isOther = sheet !== (layout.sheet ?? '');
  const delimiter = DELIMITERS.find((each) => each === separator && each !== layout.delimiter);
  const isSplit = layout.sheet === null && delimiter !== undefined;
  const isMoved = heading !== layout.heading_row;
  const body = isOther
    ? { sheet }
    : isSplit
      ? { delimiter }
      : isMoved
        ? { heading_row: heading }
        : { dates: Object.fromEntries(readings) };
  return (
    <Card as="section" gap={4}>
      <h2>{t('import.table')}</h2>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {layout.sheets.length > 1 ? (
        <Choice label={t('import.sheet')} value={sheet} onChoose={setSheet}>
          {layout.sheets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </Choice>
      ) : null}
      {layout.sheet === null ? (
        <Choice label={t('import.separator')} value={separator} onChoose={setSeparator}>
          {DELIMITERS.map((each) => (
            <option key={each} value={each}>
              {t(SEPARATORS[each])}
            </option>
          ))}
        </Choice>
      ) : null}
      {isOther || isSplit ? null : (
        <Choice label={t('import.headingRow')} value={heading} onChoose={(row) => setHeading(Number(row))}>
          {layout.first_rows.map(({ row, text }) => (
            <option key={row} value={row}>
              {t('import.headingRowIs', { row, text })}
            </option>
          ))}
        </Choice>
      )}
      {dates.length > 0 && !isOther && !isSplit && !isMoved ? (
        <>
          <p className={looks.hint}>{t('import.dateHint')}</p>
          {dates.map(({ at, samples }) => (
            <Choice
              key={at}
              label={t('import.dateIs', { name: columns[at]?.name ?? '' })}
              value={readings.get(at) ?? 'day_month'}
              onChoose={(value) => setReadings(new Map(readings).set(at, readingOf(value)))}
            >
              {DATE_READINGS.map((reading) => (
                <option key={reading} value={reading}>
                  {samples.map((sample) => sample[reading === 'date' ? 'cell' : reading]).join(' · ')}
                </option>
              ))}
            </Choice>
          ))}
        </>
      ) : null}
      <Row>
        <Button look="secondary" disabled={isSending} onClick={() => send({ params: { shopId, id }, body })}>
          {t('import.checkTable')}
        </Button>
      </Row>
    </Card>
  );
}

const readingOf = (value: string) => DATE_READINGS.find((reading) => reading === value) ?? 'date';

type ChoiceProps = { label: string; value: string | number; onChoose: (value: string) => void; children: ReactNode };

const Choice = ({ label, value, onChoose, children }: ChoiceProps) => (
  <label className={styles.choice}>
    <span className={styles.columnName}>{label}</span>
    <select className={styles.select} value={value} onChange={({ target }) => onChoose(target.value)}>
      {children}
    </select>
  </label>
);

/** The columns of the file beside ours, until it is imported: guessed, and corrected by a person where that was wrong. */
export function ImportColumns({ shopId, run }: Props) {
  const t = useText();
  const { columns, state } = run;
  const [isOpen, setOpen] = useState(false);
  if (isRunning(run) || columns.length === 0 || !run.dry_run) return null;
  const used = columns.filter(({ column }) => column !== null).length;
  const isAsked = state === 'unmapped';
  return (
    <Card as="section" gap={4}>
      <Stack gap={1}>
        <h2>{t('import.columns')}</h2>
        <p className={looks.hint}>
          {t(isAsked ? 'import.columnsAsked' : 'import.columnsUsed', { used, count: columns.length })}
        </p>
      </Stack>
      {isAsked || isOpen ? (
        <ColumnForm shopId={shopId} run={run} />
      ) : (
        <Row>
          <Button look="secondary" onClick={() => setOpen(true)}>
            {t('import.changeColumns')}
          </Button>
        </Row>
      )}
    </Card>
  );
}

function ColumnForm({ shopId, run: { id, columns } }: Props) {
  const t = useText();
  const problemOf = useImportProblem();
  const [chosen, setChosen] = useState<ColumnMapping>(() => columns.map(({ column }) => column));
  const { send, isSending, error } = useChange(setImportColumns, { failed: 'import.failedCall' });
  const problem = problemOf(error);
  // A column of ours has one source: choosing it again takes it from the other one.
  const choose = (at: number, column: ProductColumn | null) =>
    setChosen(chosen.map((each, other) => (other === at ? column : each === column ? null : each)));
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('import.fileColumn')}</th>
            <th scope="col">{t('import.ourColumn')}</th>
          </tr>
        </thead>
        <tbody>
          {columns.map((column, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the columns of a file stay where they are
            <tr key={at}>
              <th scope="row">
                <FileColumnName column={column} at={at} />
              </th>
              <td>
                <ColumnSelect name={column.name} chosen={chosen[at] ?? null} onChoose={(each) => choose(at, each)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={looks.hint}>{t('import.columnsRemembered')}</p>
      <Row>
        <Button
          disabled={isSending || !namesProducts(chosen)}
          onClick={() => send({ params: { shopId, id }, body: { columns: chosen } })}
        >
          {t('import.checkColumns')}
        </Button>
      </Row>
    </>
  );
}

function FileColumnName({ column: { name, samples }, at }: { column: FileColumn; at: number }) {
  const t = useText();
  const langOf = useScriptLang();
  return (
    <>
      <span className={styles.columnName} lang={langOf(name)}>
        {name || t('import.columnNumber', { number: at + 1 })}
      </span>
      {samples.length > 0 ? (
        <span className={styles.samples} lang={langOf(samples.join(' '))}>
          {samples.join(' · ')}
        </span>
      ) : null}
    </>
  );
}

type SelectProps = { name: string; chosen: ProductColumn | null; onChoose: (column: ProductColumn | null) => void };

function ColumnSelect({ name, chosen, onChoose }: SelectProps) {
  const t = useText();
  return (
    <select
      className={`${styles.select} ${chosen ? '' : styles.ignored}`}
      aria-label={t('import.columnIs', { name })}
      value={chosen ?? ''}
      onChange={({ target }) => onChoose(PRODUCT_COLUMNS.find((each) => each === target.value) ?? null)}
    >
      <option value="">{t('import.ignore')}</option>
      {PRODUCT_COLUMNS.map((column) => (
        <option key={column} value={column}>
          {t(`import.field.${column}`)}
        </option>
      ))}
    </select>
  );
}
