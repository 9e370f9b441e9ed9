import type { ColumnMapping } from '@haat/contract/catalog/import-columns';
import type { DateReadings, ImportRefusal } from '@haat/contract/catalog/import';
import type {
  FileColumn,
  ImportName,
  ImportNoteView,
  ImportPreview,
  ImportState,
} from '@haat/contract/catalog/imports.calls';
import type { StockUnit } from '@haat/contract/catalog/stock-unit';
import type { AnyQueryBuilder } from 'objection';
import { Table } from './table.ts';
import { Shop } from './shops.models.ts';

export class Product extends Table {
  static override tableName = 'products';
  static override relationMappings = () => ({
    shop: {
      relation: Table.BelongsToOneRelation,
      modelClass: Shop,
      join: { from: 'products.shopId', to: 'shops.id' },
    },
  });

  declare id: number;
  declare shopId: number;
  declare categoryId: number | null;
  declare name: string;
  declare description: string | null;
  declare image: string | null;
  declare isPublished: boolean;
  declare updatedAt: Date;
  declare deletedAt: Date | null;
}

/** An item on sale. A product's price, stock and barcode belong to its variants. */
export class Variant extends Table {
  static override tableName = 'variants';

  declare id: number;
  declare productId: number;
  declare sizeId: number | null;
  declare colorId: number | null;
  declare unitId: number | null;
  declare pricePaise: number;
  declare mrpPaise: number | null;
  declare stock: number;
  /** What the stock is counted in, and how much of it an item takes. */
  declare stockUnit: StockUnit;
  declare content: number;
  declare barcode: string | null;
  declare position: number;
  /** Null: the level of the shop. */
  declare reorderLevel: number | null;
  /** The cost of a piece at its last purchase. */
  declare costPaise: number | null;
  declare deletedAt: Date | null;
}

/** A picture of a product besides the main one, which is a column of the product. */
export class ProductPicture extends Table {
  static override tableName = 'product_pictures';
  static override idColumn = ['productId', 'position'];

  declare productId: number;
  declare position: number;
  declare image: string;
}

/** The idempotency key of a request that added a product. */
export class ProductRequest extends Table {
  static override tableName = 'product_requests';
  static override idColumn = ['userId', 'key'];

  declare userId: number;
  declare key: string;
  declare bodyHash: string;
  declare productId: number;
}

const ofShops = {
  /** What all shops share, and the shop's own. */
  usableIn: (query: AnyQueryBuilder, shopId: number): void =>
    void query.where((usable) => void usable.whereNull('shopId').orWhere({ shopId })),
};

export class Category extends Table {
  static override tableName = 'categories';
  static override modifiers = ofShops;

  declare id: number;
  /** Null for one that all shops share. */
  declare shopId: number | null;
  declare parentId: number | null;
  declare name: string;
  declare hiddenAt: Date | null;
}

export class Unit extends Table {
  static override tableName = 'units';
  static override modifiers = ofShops;

  declare id: number;
  /** Null for one that all shops share. */
  declare shopId: number | null;
  declare name: string;
  declare hiddenAt: Date | null;
}

/** The barcode of a product of the shared catalog. */
export class KnownBarcode extends Table {
  static override tableName = 'known_barcodes';
  static override idColumn = 'barcode';

  declare barcode: string;
  declare knownProductId: number;
}

/** A change of many products, with its result for repeated requests and what undoing it needs. */
export class BulkChange extends Table {
  static override tableName = 'bulk_changes';
  static override jsonAttributes = ['changed', 'result', 'undoResult'];

  declare id: number;
  declare userId: number;
  declare key: string | null;
  declare bodyHash: string;
  declare changed: unknown;
  declare result: unknown;
  declare undoResult: unknown;
}

/** A product of a plan: its rows by their numbers, each with the variant that it matches, null for a new one. */
export type PlannedGroup = { productId: number | null; rows: [row: number, variantId: number | null][] };

/** What planning found out about the file. */
export type Findings = {
  newCategories?: string[];
  newUnits?: string[];
  ignored?: string[];
  notes?: ImportNoteView[];
  /** Dates in columns without dates. */
  dates?: { at: number; samples: { cell: string; dayMonth: string; monthDay: string }[] }[];
};

/** Where the table of a file was found, and its first rows. `sheet`: null for a file without sheets. */
export type FileLayout = {
  sheet: string | null;
  sheets: string[];
  delimiter: string;
  headingRow: number;
  firstRows: { row: number; text: string }[];
};

export class Import extends Table {
  static override tableName = 'imports';
  static override jsonAttributes = ['layout', 'dates', 'names', 'header', 'columns', 'plan', 'seen', 'findings'];

  declare id: number;
  declare shopId: number;
  declare actorId: number;
  declare fileName: string;
  declare file: string;
  /** Where the table of the file is; null for files of earlier versions. */
  declare layout: FileLayout | null;
  declare dates: DateReadings;
  declare names: ImportName[];
  declare header: Omit<FileColumn, 'column'>[];
  declare columns: ColumnMapping | null;
  declare isDryRun: boolean;
  declare acceptsUnusual: boolean;
  declare state: ImportState;
  /** Why the file could not be read. */
  declare refusal: ImportRefusal | null;
  declare rows: number;
  declare created: number;
  declare changed: number;
  declare unchanged: number;
  declare failed: number;
  declare unusual: number;
  /** The products to import, and how many of them are done. */
  declare plan: PlannedGroup[];
  declare position: number;
  /** The stock of each variant when the file was first planned. */
  declare seen: Record<string, number>;
  declare findings: Findings;
  declare createdAt: Date;
  declare finishedAt: Date | null;
}

/** The workbook of an import until it is read. */
export class ImportUpload extends Table {
  static override tableName = 'import_uploads';
  static override idColumn = 'importId';

  declare importId: number;
  declare bytes: Buffer;
}

/** A sheet of an import's workbook, as CSV. */
export class ImportSheet extends Table {
  static override tableName = 'import_sheets';
  static override idColumn = ['importId', 'name'];

  declare importId: number;
  declare name: string;
  declare file: string;
}

/** What a row of an import adds or changes. */
export class ImportRow extends Table {
  static override tableName = 'import_rows';
  static override idColumn = ['importId', 'row'];
  static override jsonAttributes = ['cells'];

  declare importId: number;
  declare row: number;
  declare kind: ImportPreview['kind'];
  declare name: string;
  declare cells: ImportPreview['cells'];
  declare isUnusual: boolean;
}

export class ImportProblem extends Table {
  static override tableName = 'import_problems';
  static override idColumn = ['importId', 'row', 'place', 'code'];

  declare importId: number;
}

/** The meaning that a shop has chosen for the columns of its files with that header. */
export class ImportColumns extends Table {
  static override tableName = 'import_columns';
  static override idColumn = ['shopId', 'headerHash'];
  static override jsonAttributes = ['columns'];

  declare shopId: number;
  declare headerHash: string;
  declare columns: ColumnMapping;
}

export class PictureImport extends Table {
  static override tableName = 'picture_imports';

  declare id: number;
  declare shopId: number;
  declare actorId: number;
  declare fileName: string;
  /** Tells whether the same file is sent again. */
  declare fileKey: string;
  /** The number of pictures in the file. */
  declare files: number;
  declare changedAt: Date;
  declare finishedAt: Date | null;
  declare undoneAt: Date | null;
}

export class ImportedPicture extends Table {
  static override tableName = 'imported_pictures';
  static override idColumn = ['importId', 'productId'];

  declare importId: number;
  declare productId: number;
  declare undo: 'undone' | 'kept' | null;
}

export class FavouriteProduct extends Table {
  static override tableName = 'favourite_products';
  static override idColumn = ['userId', 'productId'];

  declare userId: number;
  declare productId: number;
}

/** A picture whose files are in the store. */
export class StoredPicture extends Table {
  static override tableName = 'stored_pictures';
  static override idColumn = 'path';

  declare path: string;
}

/** How far the store was listed, in the only row of its table. */
export class PictureInventory extends Table {
  static override tableName = 'picture_inventory';
  static override idColumn = 'isOnly';

  declare beginsAt: Date;
  declare lastFile: string | null;
  declare finishedAt: Date | null;
}
