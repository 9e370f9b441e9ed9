import type { ShopProduct } from '@haat/contract/api/products.schema';
import { draftGroup } from './draft-group.ts';
import type { SeenStock } from './draft-variants.ts';
import { type DraftedGroup, fitOnShelf } from './fit-on-shelf.ts';
import type { Findings } from './import-record.ts';
import type { ImportRow } from './import-row.ts';
import { matchRows, type RowGroup } from './match-rows.ts';
import { type Names, newNames } from './new-names.ts';
import { type Settled, settledBy, together } from './settle-rows.ts';

/** What a shop has that rows may speak of, and what whoever made the file may have seen of its stock. */
export type Catalogue = { products: readonly ShopProduct[]; names: Names; seen: SeenStock };

/**
 * `todo`: the products to store; `settled`: what became of the rows of all others; `expected`: what becomes of all rows
 * when it goes as planned.
 */
export type ImportPlan = { todo: RowGroup[]; settled: Settled; expected: Settled; findings: Findings };

const MOST_PREVIEWS = 20;

/** What importing the rows into the catalogue would do, product by product in the order of the rows. */
export function buildPlan(rows: readonly ImportRow[], { products, names, seen }: Catalogue): ImportPlan {
  const byId = new Map(products.map((product) => [product.id, product]));
  const { groups, problems } = matchRows(rows, products);
  const drafted = groups.map((group) => {
    const product = group.productId === null ? undefined : byId.get(group.productId);
    return { group, draft: draftGroup({ rows: group.rows, product, seen }) };
  });
  const fitting = fitOnShelf(drafted, products.length);
  const todo = fitting.filter(({ draft }) => draft.product);
  const rest = fitting.filter(({ draft }) => !draft.product);
  const settledRest = together([{ created: 0, changed: 0, unchanged: 0, problems }, ...settledOf(rest)]);
  const drafts = todo.flatMap(({ draft }) => draft.product ?? []);
  return {
    todo: todo.map(({ group }) => group),
    settled: settledRest,
    expected: together([settledRest, ...settledOf(todo)]),
    findings: {
      preview: todo.flatMap(({ draft }) => draft.changes).slice(0, MOST_PREVIEWS),
      ...newNames(drafts, names),
    },
  };
}

const settledOf = (drafted: DraftedGroup[]): Settled[] => drafted.map(({ draft }) => settledBy(draft));
