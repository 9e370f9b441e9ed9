import type { KnownProductChange, NewKnownProduct } from '@haat/contract/catalog/catalog.calls';
import {
  type CatalogState,
  type Direction,
  firstDirection,
  type KnownProductSort,
} from '@haat/contract/platform/operator-lists';
import { articleOf, isInStoreBarcode } from '@haat/contract/catalog/barcode';
import { kindOf } from '@haat/contract/catalog/brands';
import { sizeSpellings } from '@haat/contract/catalog/pack-size';
import { readSearch, type SearchWord } from '@haat/contract/catalog/search-words';
import { toPaise, toRupees } from '@haat/contract/rupees';
import type { PoolClient } from 'pg';
import { inTransaction, many, one, run, sql } from '../db/database.ts';
import { KnownBarcode } from '../db/catalog.models.ts';
import { DomainError, invalidField } from '../errors.ts';
import { differences, recordActivity } from '../activity/activity-log.ts';
import { articleIn } from './barcode.sql.ts';
import { catalogAction } from './shared-names.ts';

/** Suggested values for a new product. `picture` is the name of a drawn picture. */
export type Suggestion = {
  id: number | null;
  name: string;
  nameHi: string | null;
  categoryId: number | null;
  category: string | null;
  subcategoryId: number | null;
  subcategory: string | null;
  unit: string | null;
  mrpPaise: number | null;
  description: string | null;
  picture: string | null;
  source: 'catalog' | 'shops';
};

const MOST_SUGGESTIONS = 20;
const MOST_OF_CATEGORY = 200;

/**
 * The known products whose English or Hindi name has all words of the search, or else most of them, plain names and the wanted
 * size first: at most 20, or 200 of a category, which needs no search. A brand stands for its kind of goods. With a barcode, its
 * product from the shared catalog, or else the fields that most published products of all shops with this barcode share, without
 * prices, descriptions and pictures.
 */
export async function suggestProducts({
  search,
  category,
  barcode,
}: {
  search?: string | undefined;
  category?: number | undefined;
  barcode?: string | undefined;
}) {
  if (barcode) return suggestByBarcode(barcode);
  const { words, sizes } = readSearch(search ?? '');
  if (words.length === 0 && category === undefined) return [];
  const limit = category === undefined ? MOST_SUGGESTIONS : MOST_OF_CATEGORY;
  const params = { sizes: sizes.flatMap(sizeSpellings), category: category ?? null, limit };
  const found = await many(BY_NAME, { ...params, ...termsOf(words) });
  if (found.length > 0) return found;
  const kind = words.map(({ word }) => kindOf(word)).find((each) => each !== undefined);
  return kind === undefined ? [] : many(BY_NAME, { ...params, ...termsOf(readSearch(kind).words) });
}

/** The forms of all words, and the number of the word that each of them is a form of. */
const termsOf = (words: readonly SearchWord[]) => {
  // With a space, only a whole word is the same.
  const forms = words.flatMap(({ forms: each, exact }, number) =>
    [...each, ...exact.map((term) => `${term} `)].map((term) => ({ number, term })),
  );
  const strong = words.flatMap(({ counts }, number) => (counts === 'fully' ? [number] : []));
  return { numbers: forms.map(({ number }) => number), terms: forms.map(({ term }) => term), strong };
};

async function suggestByBarcode(barcode: string): Promise<Suggestion[]> {
  const article = articleOf(barcode);
  const known = await many(BY_BARCODE, { article });
  // Codes that a shop prints itself mean something else in every shop.
  if (known.length > 0 || isInStoreBarcode(barcode)) return known;
  return many(OF_SHOPS, { article });
}

// Neither it nor its category is hidden.
const OFFERED = `(
  SELECT each.* FROM categories each LEFT JOIN categories above ON above.id = each.parent_id
  WHERE each.shop_id IS NULL AND each.hidden_at IS NULL AND above.hidden_at IS NULL)`;

const CATEGORY_COLUMNS = `
  coalesce(parent.id, category.id) AS category_id, coalesce(parent.name, category.name) AS category,
  CASE WHEN parent.id IS NOT NULL THEN category.id END AS subcategory_id,
  CASE WHEN parent.id IS NOT NULL THEN category.name END AS subcategory`;

const SUGGESTION = `SELECT k.id, k.name, k.name_hi, ${CATEGORY_COLUMNS}, unit.name AS unit, k.mrp_paise, k.description, k.picture,
    'catalog' AS source
  FROM known_products k
  JOIN units unit ON unit.id = k.unit_id
  LEFT JOIN ${OFFERED} category ON category.id = k.category_id
  LEFT JOIN categories parent ON parent.id = category.parent_id`;

const hasWords = (product: string) => `NOT EXISTS (
  SELECT FROM unnest(:words::text[]) word
  WHERE strpos(lower(${product}.name || ' ' || coalesce(${product}.name_hi, '')), lower(word)) = 0)`;

type NameSearch = {
  numbers: number[];
  terms: string[];
  strong: number[];
  sizes: string[];
  category: number | null;
  limit: number;
};

// A few thousand rows at most, so they are read; a word may begin anywhere in a name. Of three letters or more, also inside a word.
const BY_NAME = sql<NameSearch, Suggestion>(
  `WITH named AS MATERIALIZED (
     SELECT k.id, ' ' || translate(fold_text(k.name || ' ' || coalesce(k.name_hi, '')), ',()-', '') || ' ' AS text,
       array_length(regexp_split_to_array(k.name, ' '), 1) AS length
     FROM known_products k WHERE k.hidden_at IS NULL
   ),
   matched AS (
     SELECT named.id, named.length, count(DISTINCT term.number) AS words,
       count(DISTINCT term.number) FILTER (WHERE term.number = ANY(:strong::int[])) AS strong,
       coalesce(bool_or(strpos(named.text, ' ' || rtrim(term.term) || ' ') > 0), false) AS is_whole,
       min(strpos(named.text, ' ' || term.term)) FILTER (WHERE strpos(named.text, ' ' || term.term) > 0) AS place
     FROM named LEFT JOIN unnest(:numbers::int[], :terms::text[]) term(number, term)
       ON strpos(named.text, ' ' || term.term) > 0 OR length(term.term) > 2 AND strpos(named.text, term.term) > 0
     GROUP BY named.id, named.length
   )
   ${SUGGESTION} JOIN matched ON matched.id = k.id
   WHERE k.hidden_at IS NULL
     AND (:category::bigint IS NULL OR :category::bigint IN (category.id, parent.id))
     AND matched.strong = (SELECT max(strong) FROM matched)
     AND (matched.strong > 0 OR cardinality(:strong::int[]) = 0)
   ORDER BY matched.words DESC, matched.is_whole DESC, matched.place > 1, matched.length, replace(lower(unit.name), ' ', '') = ANY(:sizes::text[]) DESC,
     lower(k.name), k.id LIMIT :limit`,
);

const BY_BARCODE = sql<{ article: string }, Suggestion>(
  `${SUGGESTION} JOIN known_barcodes code ON code.known_product_id = k.id
   WHERE ${articleIn('code.barcode')} = :article AND k.hidden_at IS NULL ORDER BY k.id LIMIT 1`,
);

const OF_SHOPS = sql<{ article: string }, Suggestion>(
  `SELECT NULL::bigint AS id, said.name, NULL AS name_hi, ${CATEGORY_COLUMNS}, said.unit, said.mrp_paise, NULL AS description, NULL AS picture,
     'shops' AS source
   FROM (
     SELECT mode() WITHIN GROUP (ORDER BY p.name) AS name, mode() WITHIN GROUP (ORDER BY shared.id) AS category_id,
       mode() WITHIN GROUP (ORDER BY unit.name) AS unit, mode() WITHIN GROUP (ORDER BY v.mrp_paise) AS mrp_paise
     FROM variants v
     JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
     JOIN shops shop ON shop.id = p.shop_id AND shop.suspended_at IS NULL
     LEFT JOIN units unit ON unit.id = v.unit_id
     LEFT JOIN ${OFFERED} shared ON shared.id = p.category_id
     WHERE ${articleIn('v.barcode')} = :article AND v.deleted_at IS NULL
   ) said
   LEFT JOIN categories category ON category.id = said.category_id
   LEFT JOIN categories parent ON parent.id = category.parent_id
   WHERE said.name IS NOT NULL`,
);

/** A known product as an operator sees it. */
export type KnownProduct = {
  id: number;
  name: string;
  nameHi: string | null;
  categoryId: number;
  category: string;
  unitId: number;
  unit: string;
  description: string | null;
  mrpPaise: number | null;
  picture: string | null;
  barcodes: string[];
  isHidden: boolean;
  isShipped: boolean;
};

const KNOWN = `SELECT k.id, k.name, k.name_hi, k.category_id, category.name AS category, k.unit_id, unit.name AS unit,
    k.description, k.mrp_paise, k.picture, k.hidden_at IS NOT NULL AS is_hidden, k.key IS NOT NULL AS is_shipped,
    ARRAY(SELECT barcode FROM known_barcodes b WHERE b.known_product_id = k.id ORDER BY barcode) AS barcodes
  FROM known_products k JOIN categories category ON category.id = k.category_id JOIN units unit ON unit.id = k.unit_id`;

type ListRequest = {
  search?: string | undefined;
  category?: number | undefined;
  state?: CatalogState | undefined;
  sort?: KnownProductSort | undefined;
  direction?: Direction | undefined;
  limit?: number | undefined;
  after?: number | undefined;
};

const PER_PAGE = 50;

/** The known products that match, sorted, after the one with the id `after` in the list: 50, or `limit` up to 100. */
export async function listKnownProducts(request: ListRequest): Promise<KnownProduct[]> {
  const { search = '', category, state, sort = 'name', direction = firstDirection(sort) } = request;
  const { limit = PER_PAGE, after } = request;
  const words = search.split(/\s+/).filter(Boolean);
  const isHidden = state === undefined ? undefined : state === 'hidden';
  const params = { words, search, category, isHidden, limit: Math.min(limit, 100), after };
  return many(listSql(sort, direction), params);
}

/** The key of each sort, never NULL. */
const keysOf = (sort: KnownProductSort, direction: Direction): string[] => {
  const without = direction === 'asc' ? '9223372036854775807' : '-1';
  const first = { name: [], category: ['lower(category.name)'], mrp: [`coalesce(k.mrp_paise, ${without})`] }[sort];
  return [...first, 'lower(k.name)', 'k.id'];
};

type ListParams = {
  words: string[];
  search: string;
  category: number | undefined;
  isHidden: boolean | undefined;
  limit: number;
  after: number | undefined;
};

function listSql(sort: KnownProductSort, direction: Direction) {
  const [comparison, order] = direction === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const keys = keysOf(sort, direction);
  return sql<ListParams, KnownProduct>(
    `${KNOWN}
   WHERE (${hasWords('k')} OR EXISTS (
       SELECT FROM known_barcodes b WHERE b.known_product_id = k.id AND ${articleIn('b.barcode')} = ${articleIn(':search::text')}))
     AND (:category::bigint IS NULL OR :category::bigint IN (category.id, category.parent_id))
     AND (:isHidden::boolean IS NULL OR (k.hidden_at IS NOT NULL) = :isHidden::boolean)
     AND (:after::bigint IS NULL OR (${keys.join(', ')}) ${comparison} (
       SELECT ${keys.join(', ')} FROM known_products k JOIN categories category ON category.id = k.category_id WHERE k.id = :after))
   ORDER BY ${keys.map((key) => `${key} ${order}`).join(', ')} LIMIT :limit`,
  );
}

const FIND = sql<{ id: number }, KnownProduct>(`${KNOWN} WHERE k.id = :id FOR NO KEY UPDATE OF k`);

type Row = {
  name: string;
  nameHi: string | null;
  categoryId: number;
  unitId: number;
  mrpPaise: number | null;
};

/** Adds a known product. Throws `invalid_input` and `barcode_taken`. */
export async function addKnownProduct(by: { actorId: number; fields: NewKnownProduct }): Promise<KnownProduct> {
  const { actorId, fields } = by;
  const { name, name_hi: nameHi = null, category_id: categoryId, unit_id: unitId, mrp, barcodes = [] } = fields;
  return inTransaction(async (client) => {
    const row = { name, nameHi, categoryId, unitId, mrpPaise: typeof mrp === 'number' ? toPaise(mrp) : null };
    await checkRow(client, row, null);
    const added = await one(ADD, row, client);
    if (!added) throw nameTaken();
    await replaceBarcodes(client, added.id, barcodes);
    await recordActivity(client, { shopId: null, actorId, action: 'catalog.added', subject: name });
    return found(client, added.id);
  });
}

const ADD = sql<Row, { id: number }>(
  `INSERT INTO known_products (name, name_hi, category_id, unit_id, mrp_paise, edited_at)
   VALUES (:name, :nameHi, :categoryId, :unitId, :mrpPaise, now()) ON CONFLICT DO NOTHING RETURNING id`,
);

type Change = { id: number; actorId: number; change: KnownProductChange };

/** Changes, hides or shows a known product. Throws `not_found`, `invalid_input` and `barcode_taken`. */
export async function changeKnownProduct({ id, actorId, change }: Change): Promise<KnownProduct> {
  return inTransaction(async (client) => {
    const before = await found(client, id);
    const { mrp, barcodes = before.barcodes, hidden = before.isHidden } = change;
    const row = {
      name: change.name ?? before.name,
      nameHi: change.name_hi === undefined ? before.nameHi : change.name_hi,
      categoryId: change.category_id ?? before.categoryId,
      unitId: change.unit_id ?? before.unitId,
      mrpPaise: typeof mrp === 'number' ? toPaise(mrp) : mrp === null ? null : before.mrpPaise,
    };
    await checkRow(client, row, id);
    await run(CHANGE, { ...row, id, isHidden: hidden }, client);
    await replaceBarcodes(client, id, barcodes);
    const after = await found(client, id);
    const difference = differences(factsOf(before), factsOf(after));
    const action = catalogAction(before.isHidden, hidden);
    await recordActivity(client, { shopId: null, actorId, action, subject: row.name, ...difference });
    return after;
  });
}

/** The fields of a product in the activity log. */
const factsOf = ({ name, nameHi, category, unit, mrpPaise, barcodes }: KnownProduct) => ({
  name,
  name_hi: nameHi,
  category,
  unit,
  mrp: mrpPaise === null ? null : toRupees(mrpPaise),
  barcodes: barcodes.join(', '),
});

const CHANGE = sql<Row & { id: number; isHidden: boolean }>(
  `UPDATE known_products SET name = :name, name_hi = :nameHi, category_id = :categoryId, unit_id = :unitId,
     mrp_paise = :mrpPaise, edited_at = now(),
     hidden_at = CASE WHEN :isHidden::boolean THEN coalesce(hidden_at, now()) END
   WHERE id = :id`,
);

async function found(client: PoolClient, id: number): Promise<KnownProduct> {
  const product = await one(FIND, { id }, client);
  if (!product) throw new DomainError('not_found', 'Product not found');
  return product;
}

async function checkRow(client: PoolClient, row: Row, id: number | null): Promise<void> {
  const known = await one(CHECK, { ...row, id }, client);
  if (!known?.hasCategory) throw invalidField('category_id', 'must be a shared category');
  if (!known.hasUnit) throw invalidField('unit_id', 'must be a shared unit');
  if (known.isTaken) throw nameTaken();
}

const CHECK = sql<Row & { id: number | null }, { hasCategory: boolean; hasUnit: boolean; isTaken: boolean }>(
  `SELECT EXISTS (SELECT FROM categories WHERE id = :categoryId AND shop_id IS NULL) AS has_category,
     EXISTS (SELECT FROM units WHERE id = :unitId AND shop_id IS NULL) AS has_unit,
     EXISTS (SELECT FROM known_products WHERE lower(name) = lower(:name::text) AND unit_id = :unitId
       AND id IS DISTINCT FROM :id::bigint) AS is_taken`,
);

const nameTaken = () => invalidField('name', 'is already in the catalog with this unit');

async function replaceBarcodes(client: PoolClient, id: number, given: string[]): Promise<void> {
  const barcodes = [...Map.groupBy(given, articleOf).values()].flatMap(([first]) => first ?? []);
  if (barcodes.some((barcode) => isInStoreBarcode(barcode)))
    throw invalidField('barcodes', 'must not have a code that a shop prints itself (20 to 29 at the beginning)');
  await KnownBarcode.query(client).where({ knownProductId: id }).whereNotIn('barcode', barcodes).delete();
  await run(ADD_BARCODES, { id, barcodes }, client);
  const owner = await one(OTHER_OWNER, { id, articles: barcodes.map(articleOf) }, client);
  if (!owner) return;
  const details = { product: { id: owner.id, name: owner.name } };
  throw new DomainError('barcode_taken', `The barcode ${owner.barcode} belongs to ${owner.name}.`, details);
}

const ADD_BARCODES = sql<{ id: number; barcodes: string[] }>(
  `INSERT INTO known_barcodes (barcode, known_product_id) SELECT DISTINCT unnest(:barcodes::text[]), :id::bigint
   ON CONFLICT DO NOTHING`,
);
const OTHER_OWNER = sql<{ id: number; articles: string[] }, { id: number; name: string; barcode: string }>(
  `SELECT k.id, k.name, b.barcode FROM known_barcodes b JOIN known_products k ON k.id = b.known_product_id
   WHERE ${articleIn('b.barcode')} = ANY(:articles::text[]) AND k.id <> :id LIMIT 1`,
);
