import { articleOf } from '@haat/contract/catalog/barcode';
import type { PictureMatch } from '@haat/contract/catalog/picture-imports.calls';
import { wordsOf } from '@haat/contract/fold-text';
import { many, sql } from '../../db/database.ts';
import { type Manager, requireRight } from '../../accounts/shop-rights.ts';

type Matching = { by: Manager; shopId: number; names: readonly string[] };

/**
 * The product that each name means: the one with that barcode, else that id, else that name or name and variant, compared as in
 * a search. Throws DomainError `forbidden` unless the caller manages the shop.
 */
export async function matchPictures({ by, shopId, names }: Matching): Promise<PictureMatch[]> {
  requireRight('catalog', by, shopId);
  const products = new Index();
  for (const row of await many(PRODUCTS, { shopId })) products.add(row);
  return names.map((name) => products.find(name));
}

type Row = {
  id: number;
  name: string;
  image: string | null;
  barcodes: (string | null)[];
  variants: string[];
};

/** A shop's products by the names that a picture may have. */
class Index {
  readonly #byArticle = new Map<string, Row>();
  readonly #byId = new Map<string, Row>();
  readonly #byName = new Map<string, Set<Row>>();
  readonly #byVariant = new Map<string, Set<Row>>();

  add(row: Row): void {
    this.#byId.set(String(row.id), row);
    for (const article of row.barcodes.map((barcode) => articleOf(barcode ?? '')))
      if (article !== '' && !this.#byArticle.has(article)) this.#byArticle.set(article, row);
    addTo(this.#byName, fold(row.name), row);
    for (const variant of row.variants) addTo(this.#byVariant, fold(`${row.name} ${variant}`), row);
  }

  find(name: string): PictureMatch {
    const exact = this.#byArticle.get(articleOf(name.trim())) ?? this.#byId.get(name.trim());
    if (exact) return found(exact);
    const key = fold(name);
    for (const named of [this.#byName, this.#byVariant]) {
      const [row, another] = named.get(key) ?? [];
      if (row) return another ? { product: null, problem: 'several' } : found(row);
    }
    return { product: null, problem: 'not_found' };
  }
}

const fold = (name: string): string => wordsOf(name).join(' ');

function addTo(index: Map<string, Set<Row>>, key: string, row: Row): void {
  if (key === '') return;
  const rows = index.get(key);
  if (rows) rows.add(row);
  else index.set(key, new Set([row]));
}

const found = ({ id, name, image }: Row): PictureMatch => ({ product: { id, name, image }, problem: null });

const PRODUCTS = sql<{ shopId: number }, Row>(
  `SELECT p.id, p.name, p.image, array_agg(v.barcode) AS barcodes,
     array_agg(concat_ws(' ', size.name, color.name, unit.name)) AS variants
   FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL
   LEFT JOIN sizes size ON size.id = v.size_id LEFT JOIN colors color ON color.id = v.color_id
   LEFT JOIN units unit ON unit.id = v.unit_id
   WHERE p.shop_id = :shopId AND p.deleted_at IS NULL
   GROUP BY p.id ORDER BY NOT p.is_published, min(v.id)`,
);
