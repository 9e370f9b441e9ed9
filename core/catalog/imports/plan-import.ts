import type { ImportPreview } from '@haat/contract/catalog/imports.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import type { DateReadings } from '@haat/contract/catalog/import';
import { MAX_PRODUCTS } from '@haat/contract/catalog/product-input';
import { inTransaction, many, one, sql } from '../../db/database.ts';
import { type Findings, Import, type PlannedGroup } from '../../db/catalog.models.ts';
import { SHOP_PRODUCT_JSON, SHOP_VARIANTS_OF_PRODUCT } from '../product.sql.ts';
import {
  draftGroup,
  draftOutcome,
  type GroupDraft,
  type Outcome,
  type ProductDraft,
  sumOutcomes,
} from './draft-product.ts';
import type { DraftRules } from './draft-variants.ts';
import { applyNames, mapNames, type NameChoice } from './import-names.ts';
import { recordOutcome } from './import-record.ts';
import { storeRows } from './import-rows.ts';
import type { ImportRow } from './import-row.ts';
import { matchRows, type RowGroup } from './match-rows.ts';
import type { ParsedFile, RowNote } from './read-file.ts';
import { isShortenedTo } from './repair-cell.ts';

/** `seen`: the stock of each variant when an earlier dry run planned the file. */
export type WaitingImport = {
  id: number;
  shopId: number;
  isDryRun: boolean;
  acceptsUnusual: boolean;
  seen: Record<string, number>;
  dates: DateReadings;
  names: NameChoice[];
};

/**
 * Compares the file with the catalog and stores the plan, so that a run after a crash continues with the same one. A dry run
 * records the expected outcome and has nothing left to do; an import becomes one if it has dates, or names to replace, that were not asked about.
 */
export async function planImport(waiting: WaitingImport, file: ParsedFile): Promise<void> {
  const { id, shopId } = waiting;
  const dates = { ...Object.fromEntries(file.dates.map(({ at }) => [at, 'day_month' as const])), ...waiting.dates };
  const mapped = await mapNames(file.rows, { shopId, chosen: waiting.names });
  const hasNewDates = Object.keys(dates).length > Object.keys(waiting.dates).length;
  const isDryRun = waiting.isDryRun || hasNewDates || mapped.isAsked;
  const [products, names] = await Promise.all([loadProducts(shopId), loadNames(shopId)]);
  const seen = new Map(Object.entries(waiting.seen).map(([variantId, stock]) => [Number(variantId), stock]));
  const refusesUnusual = !isDryRun && !waiting.acceptsUnusual;
  const built = buildPlan(applyNames(file.rows, mapped.names), { products, names, seen, refusesUnusual });
  const { todo, settled, expected, changes, shortened, findings } = built;
  const unreadable = { created: 0, changed: 0, unchanged: 0, problems: file.problems };
  const stocks = products.flatMap(({ variants }) => variants.map((variant) => [variant.id, variant.stock_amount]));
  const planned = {
    isDryRun,
    dates,
    names: mapped.names,
    plan: isDryRun ? [] : todo.map(plannedGroup),
    // The stock of the dry run takes precedence, as the person has checked it.
    seen: { ...Object.fromEntries(stocks), ...waiting.seen },
    findings: { ...findings, ignored: file.ignored, dates: file.dates, notes: notesOf([...file.notes, ...shortened]) },
  };
  await inTransaction(async (client) => {
    const stored = await Import.query(client)
      .findById(id)
      .where({ state: 'waiting' })
      .patch({ state: 'running', position: 0, ...planned });
    // Otherwise it was cancelled, or planned by another worker.
    if (stored === 0) return;
    await recordOutcome(client, id, sumOutcomes([unreadable, isDryRun ? expected : settled]));
    await storeRows(client, id, changes);
  });
}

function notesOf(notes: readonly RowNote[]): NonNullable<Findings['notes']> {
  const groups = [...Map.groupBy(notes, ({ code }) => code)];
  return groups.map(([code, of]) => ({ code, count: of.length, rows: of.slice(0, MAX_NOTED).map(({ row }) => row) }));
}

const MAX_NOTED = 20;

const plannedGroup = ({ productId, rows }: RowGroup): PlannedGroup => ({
  productId,
  rows: rows.map(({ row, variantId }) => [row.row, variantId]),
});

/** The objects of a shop that rows may refer to, and the stock that the author of the file may have seen. */
type Catalog = DraftRules & { products: readonly ShopProduct[]; names: Names };

/**
 * `todo`: the products to store; `settled`: the outcome of the rows of all others; `expected`: the outcome of all rows if
 * nothing changes before the import; `changes`: the effect of each of these rows; `shortened`: the rows whose barcode is left
 * out, as it is neither known nor complete.
 */
type ImportPlan = {
  todo: RowGroup[];
  settled: Outcome;
  expected: Outcome;
  changes: ImportPreview[];
  shortened: RowNote[];
  findings: Findings;
};

/** What importing the rows into the catalog would do, product by product in the order of the rows. */
export function buildPlan(rows: readonly ImportRow[], { products, names, ...rules }: Catalog): ImportPlan {
  const byId = new Map(products.map((product) => [product.id, product]));
  const { groups, problems } = matchRows(rows, products);
  const drafted = groups.map((group) => {
    const product = group.productId === null ? undefined : byId.get(group.productId);
    return { group, draft: draftGroup({ rows: group.rows, product, ...rules }) };
  });
  const accepted = refuseAboveLimit(drafted, products.length);
  const todo = accepted.filter(({ draft }) => draft.product);
  const rest = accepted.filter(({ draft }) => !draft.product);
  const unmatched = { created: 0, changed: 0, unchanged: 0, problems };
  const settled = sumOutcomes([unmatched, ...rest.map(({ draft }) => draftOutcome(draft))]);
  return {
    todo: todo.map(({ group }) => group),
    settled,
    expected: sumOutcomes([settled, ...todo.map(({ draft }) => draftOutcome(draft))]),
    changes: todo.flatMap(({ draft }) => draft.changes),
    shortened: groups.flatMap((group) => shortenedRows(group, byId.get(group.productId ?? 0))),
    findings: newNames(
      todo.flatMap(({ draft }) => draft.product ?? []),
      names,
    ),
  };
}

/** A shortened barcode that the stored one of the variant would be shortened to says nothing new. */
const shortenedRows = ({ rows }: RowGroup, product: ShopProduct | undefined): RowNote[] =>
  rows.flatMap(({ row: { row, shortened }, variantId }) => {
    const stored = product?.variants.find(({ id }) => id === variantId)?.barcode;
    return shortened && !isShortenedTo(stored, shortened) ? [{ row, code: 'barcode_shortened' as const }] : [];
  });

type DraftedGroup = { group: RowGroup; draft: GroupDraft };

/** Refuses the new products that exceed the catalog limit, given how many products there are. */
function refuseAboveLimit(drafted: readonly DraftedGroup[], products: number): DraftedGroup[] {
  const added = drafted.filter(({ group, draft }) => group.productId === null && draft.product);
  const surplus = new Set(added.slice(Math.max(0, MAX_PRODUCTS - products)));
  return drafted.map((each) => (surplus.has(each) ? { group: each.group, draft: refused(each.draft) } : each));
}

function refused({ changes, problems }: GroupDraft): GroupDraft {
  const full = changes.map(({ row }) => ({ row, column: null, code: 'catalog_limit_reached' as const }));
  return { product: undefined, changes: [], unchanged: 0, problems: [...problems, ...full] };
}

/** The categories (`Dairy`, and `Dairy › Ghee` for a subcategory) and units that the shop can use. */
type Names = { categories: readonly string[]; units: readonly string[] };

/** The categories and units that do not exist yet, in the order in which the drafts name them. */
function newNames(drafts: readonly ProductDraft[], known: Names): { newCategories: string[]; newUnits: string[] } {
  const categories = drafts.flatMap(({ path }) => {
    if (!path) return [];
    return path.subcategory === null ? [path.category] : [path.category, `${path.category} › ${path.subcategory}`];
  });
  const units = drafts.flatMap(({ variants }) => variants?.flatMap(({ unit }) => unit ?? []) ?? []);
  return { newCategories: without(categories, known.categories), newUnits: without(units, known.units) };
}

/** The names that are not among the known ones, each once, ignoring case. */
function without(names: readonly string[], known: readonly string[]): string[] {
  const seen = new Set(known.map((name) => name.toLowerCase()));
  return names.filter((name) => !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

async function loadProducts(shopId: number): Promise<ShopProduct[]> {
  const rows = await many(ALL_PRODUCTS, { shopId });
  return rows.map(({ product }) => product);
}

const ALL_PRODUCTS = sql<{ shopId: number }, { product: ShopProduct }>(
  `SELECT ${SHOP_PRODUCT_JSON} AS product FROM products p ${SHOP_VARIANTS_OF_PRODUCT}
   WHERE p.shop_id = :shopId AND p.deleted_at IS NULL AND v.list IS NOT NULL ORDER BY p.id`,
);

const loadNames = async (shopId: number): Promise<Names> =>
  (await one(NAMES, { shopId })) ?? { categories: [], units: [] };

const NAMES = sql<{ shopId: number }, Names>(
  `SELECT
     array(SELECT concat_ws(' › ', parent.name, c.name)
       FROM categories c LEFT JOIN categories parent ON parent.id = c.parent_id
       WHERE c.shop_id IS NULL OR c.shop_id = :shopId) AS categories,
     array(SELECT name FROM units WHERE shop_id IS NULL OR shop_id = :shopId) AS units`,
);
