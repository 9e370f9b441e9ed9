import { type ImportName, type ImportView, setImportColumns } from '@haat/contract/catalog/imports.calls';
import { useState } from 'react';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import looks from '../../../ui/looks.module.css';
import { useChange } from '../../../ui/use-change.ts';
import { isRunning, useImportProblem } from './import-state.ts';
import styles from './Import.module.css';

type Props = { shopId: number; run: ImportView };

const keyOf = ({ kind, name }: ImportName): string => `${kind} ${name}`;

/** The categories, units and sizes of the file that the shop does not have, beside what they stand for, until it is imported. */
export function ImportNames({ shopId, run }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  const problemOf = useImportProblem();
  const { id, names, name_choices: choices } = run;
  const [chosen, setChosen] = useState(() => new Map(names.map((each) => [keyOf(each), each.into])));
  const { send, isSending, error } = useChange(setImportColumns, { failed: 'import.failedCall' });
  if (isRunning(run) || names.length === 0 || !choices) return null;
  const problem = problemOf(error);
  const intoOf = (each: ImportName) => chosen.get(keyOf(each)) ?? null;
  const body = { names: names.map((each) => ({ kind: each.kind, name: each.name, into: intoOf(each) })) };
  return (
    <Card as="section" gap={4}>
      <Stack gap={1}>
        <h2>{t('import.names')}</h2>
        <p className={looks.hint}>{t('import.namesHint')}</p>
      </Stack>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('import.nameInFile')}</th>
            <th scope="col">{t('import.nameHere')}</th>
          </tr>
        </thead>
        <tbody>
          {names.map((each) => (
            <tr key={keyOf(each)}>
              <th scope="row">
                <span className={styles.columnName} lang={langOf(each.name)}>
                  {each.name}
                </span>
                <span className={styles.samples}>
                  {`${t(`import.field.${each.kind}`)} · ${t('import.nameRows', { count: each.count })}`}
                </span>
              </th>
              <td>
                <NameSelect
                  name={each.name}
                  into={intoOf(each)}
                  choices={choices[each.kind]}
                  onChoose={(into) => setChosen(new Map(chosen).set(keyOf(each), into))}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Row>
        <Button look="secondary" disabled={isSending} onClick={() => send({ params: { shopId, id }, body })}>
          {t('import.checkNames')}
        </Button>
      </Row>
    </Card>
  );
}

type SelectProps = {
  name: string;
  into: string | null;
  choices: readonly string[];
  onChoose: (into: string | null) => void;
};

function NameSelect({ name, into, choices, onChoose }: SelectProps) {
  const t = useText();
  const isOther = into !== null && !choices.includes(into);
  return (
    <select
      className={styles.select}
      aria-label={t('import.nameIs', { name })}
      value={into ?? ''}
      onChange={({ target }) => onChoose(target.value || null)}
    >
      <option value="">{t('import.nameNew', { name })}</option>
      {isOther ? <option>{into}</option> : null}
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  );
}
