import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { ProductColumn } from '@haat/contract/rules/import-columns';
import type { ImportRow } from './import-row.ts';

/** A variant with its product, cell by cell as the export has it. */
export function cellsOfVariant(
  product: ShopProduct,
  variant: ShopProduct['variants'][number],
): Record<ProductColumn, string | null> {
  return {
    product_id: String(product.id),
    variant_id: String(variant.id),
    name: product.name,
    description: product.description,
    category: product.category,
    subcategory: product.subcategory,
    size: variant.size?.name ?? null,
    color: variant.color?.name ?? null,
    unit: variant.unit?.name ?? null,
    price: variant.price.toFixed(2),
    mrp: variant.mrp?.toFixed(2) ?? null,
    stock: String(variant.stock),
    barcode: variant.barcode,
    published: yesOrNo(product.published),
  };
}

/** A cell that a row fills in, as the export would have it. */
export function cellOfRow(row: ImportRow, column: ProductColumn): string | null {
  const value = row[column];
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return yesOrNo(value);
  return column === 'price' || column === 'mrp' ? Number(value).toFixed(2) : String(value);
}

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no');
