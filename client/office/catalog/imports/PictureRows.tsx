import { useState } from 'react';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import looks from '../../../ui/looks.module.css';
import { ProductThumb } from '../list/ProductThumb.tsx';
import type { PictureRow } from './plan-pictures.ts';
import { ScrolledTable } from './ScrolledTable.tsx';
import styles from './Import.module.css';

const PAGE = 50;

type Kind = 'problems' | 'ready' | 'done';

const kindOf = ({ problem, isDone }: PictureRow): Kind => (problem ? 'problems' : isDone ? 'done' : 'ready');

const KINDS = ['problems', 'ready', 'done'] as const;

function outcomeOf({ product, problem, isDone }: PictureRow): TextId {
  if (problem) return `import.pictures.problem.${problem}`;
  if (isDone) return 'import.pictures.imported';
  return product?.image ? 'import.pictures.replaces' : 'import.pictures.first';
}

/** The files of a ZIP as a table, skipped files first: the product of each, and what happens to its picture. */
export function PictureRows({ rows }: { rows: readonly PictureRow[] }) {
  const t = useText();
  const [chosen, setChosen] = useState<Kind>();
  const [count, setCount] = useState(PAGE);
  const rowsOf = (kind: Kind) => rows.filter((row) => kindOf(row) === kind);
  const kinds = KINDS.filter((kind) => rowsOf(kind).length > 0);
  const shown = kinds.find((kind) => kind === chosen) ?? kinds[0];
  if (!shown) return null;
  const list = rowsOf(shown);
  return (
    <>
      <FilterChips
        label={t('import.pictures.show')}
        chips={kinds.map((kind) => ({
          value: kind,
          label: t(`import.pictures.kind.${kind}`),
          count: String(rowsOf(kind).length),
        }))}
        chosen={shown}
        onChoose={(kind) => {
          setChosen(kind);
          setCount(PAGE);
        }}
      />
      <ScrolledTable aria-label={t('import.pictures.title')}>
        <thead>
          <tr>
            <th scope="col">{t('import.pictures.file')}</th>
            <th scope="col">{t('import.product')}</th>
          </tr>
        </thead>
        <tbody>
          {list.slice(0, count).map((row) => (
            <Picture key={row.path} row={row} />
          ))}
        </tbody>
      </ScrolledTable>
      {list.length > count ? (
        <LoadMore label={t('import.moreRows')} isLoading={false} onMore={() => setCount(count + PAGE)} />
      ) : null}
    </>
  );
}

function Picture({ row }: { row: PictureRow }) {
  const t = useText();
  const langOf = useScriptLang();
  const { name, product, problem } = row;
  const outcome = outcomeOf(row);
  return (
    <tr>
      <th scope="row" className={styles.rowsName} lang={langOf(name)}>
        {name}
      </th>
      <td>
        {product ? (
          <span className={styles.product}>
            <ProductThumb name={product.name} image={product.image} />
            <span lang={langOf(product.name)}>{product.name}</span>
          </span>
        ) : null}
        <span className={problem ? looks.danger : looks.muted}>{t(outcome)}</span>
      </td>
    </tr>
  );
}
