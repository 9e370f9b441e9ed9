import { IMPORT_NAME_KINDS, type ImportName, type ImportNameKind } from '@haat/contract/catalog/imports.calls';
import type { PoolClient } from 'pg';
import { many, run, sql } from '../../db/database.ts';
import { guessCategory, guessSize, guessUnit, type KnownName, PATH_SIGN } from './guess-name.ts';
import { type ImportRow, sameName } from './import-row.ts';

/** What a name of a file stands for; `into` null: a new one of the shop. */
export type NameChoice = Pick<ImportName, 'kind' | 'name' | 'into'>;

type Known = Record<ImportNameKind, KnownName[]>;

const GUESS = { category: guessCategory, unit: guessUnit, size: guessSize };

type Named = { shopId: number; chosen: readonly NameChoice[] };

/**
 * The categories, units and sizes of a file that are not known by these names, with what they stand for: as `chosen` for this
 * file, as the shop has chosen before, or as guessed. `isAsked`: whether one of them is a new guess.
 */
export async function mapNames(
  rows: readonly ImportRow[],
  { shopId, chosen }: Named,
): Promise<{ names: ImportName[]; isAsked: boolean }> {
  const counts = new Map<string, ImportName>();
  for (const { kind, name } of rows.flatMap(namesOf)) {
    const key = keyOf({ kind, name });
    const found = counts.get(key) ?? { kind, name, into: null, count: 0 };
    counts.set(key, { ...found, count: found.count + 1 });
  }
  if (counts.size === 0) return { names: [], isAsked: false };
  const [known, remembered] = await Promise.all([listKnownNames(shopId), many(REMEMBERED, { shopId })]);
  const choices = new Map([...remembered, ...chosen].map((choice) => [keyOf(choice), choice]));
  // Sizes differ by their case, too.
  const spelled = (kind: ImportNameKind, name: string) => `${kind} ${kind === 'size' ? name : sameName(name)}`;
  const isKnown = new Set(IMPORT_NAME_KINDS.flatMap((kind) => known[kind].map(({ path }) => spelled(kind, path))));
  const names: ImportName[] = [];
  let isAsked = false;
  for (const [key, found] of counts) {
    const { kind, name } = found;
    if (isKnown.has(spelled(kind, name))) continue;
    const choice = choices.get(key);
    const guess = choice ? choice.into : (GUESS[kind](name, known[kind]) ?? null);
    const into = guess === name ? null : guess;
    isAsked ||= !choice && into !== null;
    // Any text is a size.
    if (into !== null || choice || kind !== 'size') names.push({ ...found, into });
    if (names.length === MOST_NAMES) break;
  }
  return { names, isAsked };
}

/** The most names that are asked about; further names are new. */
const MOST_NAMES = 200;

const keyOf = ({ kind, name }: Pick<NameChoice, 'kind' | 'name'>): string => `${kind} ${sameName(name)}`;

function namesOf({ category, subcategory, unit, size }: ImportRow): Pick<NameChoice, 'kind' | 'name'>[] {
  const path = category && subcategory ? `${category}${PATH_SIGN}${subcategory}` : category;
  return [
    ...(path ? [{ kind: 'category' as const, name: path }] : []),
    ...(unit ? [{ kind: 'unit' as const, name: unit }] : []),
    ...(size ? [{ kind: 'size' as const, name: size }] : []),
  ];
}

/** The rows with the categories, units and sizes that their names stand for. */
export function applyNames(rows: readonly ImportRow[], names: readonly NameChoice[]): ImportRow[] {
  const choices = new Map(names.map((choice) => [keyOf(choice), choice.into]));
  return rows.map((row) => {
    const changed = { ...row };
    for (const { kind, name } of namesOf(row)) {
      const into = choices.get(keyOf({ kind, name }));
      if (typeof into !== 'string') continue;
      if (kind !== 'category') changed[kind] = into;
      else {
        const [category, subcategory] = into.split(PATH_SIGN);
        changed.category = category;
        if (subcategory !== undefined || row.subcategory) changed.subcategory = subcategory ?? null;
      }
    }
    return changed;
  });
}

/** The categories, units and sizes that a shop can use. */
export async function listKnownNames(shopId: number): Promise<Known> {
  const rows = await many(KNOWN, { shopId });
  const of = (wanted: ImportNameKind) => rows.filter(({ kind }) => kind === wanted);
  return { category: of('category'), unit: of('unit'), size: of('size') };
}

const KNOWN = sql<{ shopId: number }, KnownName & { kind: ImportNameKind }>(
  `SELECT 'category' AS kind, concat_ws('${PATH_SIGN}', parent.name, c.name) AS path, c.name_hi
   FROM categories c LEFT JOIN categories parent ON parent.id = c.parent_id
   WHERE (c.shop_id IS NULL OR c.shop_id = :shopId) AND c.hidden_at IS NULL AND parent.hidden_at IS NULL
   UNION ALL SELECT 'unit', name, name_hi FROM units WHERE (shop_id IS NULL OR shop_id = :shopId) AND hidden_at IS NULL
   UNION ALL SELECT 'size', name, name_hi FROM sizes s WHERE hidden_at IS NULL AND (key IS NOT NULL OR EXISTS (
     SELECT FROM variants v JOIN products p ON p.id = v.product_id WHERE v.size_id = s.id AND p.shop_id = :shopId))
   ORDER BY path`,
);

const REMEMBERED = sql<{ shopId: number }, NameChoice>(
  'SELECT kind, name, target AS into FROM import_names WHERE shop_id = :shopId',
);

/** Remembers what names stand for, for the next files of the shop. */
export async function rememberNames(client: PoolClient, shopId: number, names: readonly NameChoice[]): Promise<void> {
  const own = names.map(({ kind, name, into }) => ({ kind, name: sameName(name), target: into }));
  await run(REMEMBER, { shopId, names: JSON.stringify(own) }, client);
}

const REMEMBER = sql<{ shopId: number; names: string }>(
  `INSERT INTO import_names (shop_id, kind, name, target)
   SELECT DISTINCT ON (n.kind, n.name) :shopId::bigint, n.kind, n.name, n.target
   FROM jsonb_to_recordset(:names::jsonb) AS n(kind text, name text, target text)
   ON CONFLICT (shop_id, kind, name) DO UPDATE SET target = excluded.target, updated_at = now()`,
);
