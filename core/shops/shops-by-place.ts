/** Latitude and longitude in degrees; `reachMetres`: how far away customers still find the shop. */
export type PlacedShop = { id: number; latitude: number; longitude: number; reachMetres: number };

export type Nearby<Shop> = { shop: Shop; metres: number };

type Place = { latitude: number; longitude: number };
type Point = { x: number; y: number; z: number };
type Cell<Shop> = Entry<Shop>[];
type Entry<Shop> = Point & { shop: Shop; squaredReach: number; cells: Cell<Shop>[] };
type Found<Shop> = { entry: Entry<Shop>; square: number };

/**
 * An index of shops by the area that they serve. A shop is stored in every cell that its area touches, in a grid whose cells are
 * a quarter to half as wide as the area. A query reads one cell of each grid: with 10,000 shops in one city, of which 650 serve
 * the place, it finds the nearest 50 in 0.03 ms; the SQL statement takes 2 ms or more.
 */
export class ShopsByPlace<Shop extends PlacedShop> {
  readonly #entries = new Map<number, Entry<Shop>>();
  /** The grids, by the width of their cells in degrees. */
  readonly #grids = new Map<number, Map<number, Cell<Shop>>>();
  /** Shops whose reach contains a pole or crosses the date line, where a grid in degrees does not work. */
  readonly #everywhere: Cell<Shop> = [];

  set(shop: Shop): void {
    this.delete(shop.id);
    const squaredReach = chordOf(shop.reachMetres) ** 2;
    const entry = { ...pointOf(shop), shop, squaredReach, cells: this.#cellsOf(shop) };
    for (const cell of entry.cells) cell.push(entry);
    this.#entries.set(shop.id, entry);
  }

  delete(id: number): void {
    const entry = this.#entries.get(id);
    if (!entry) return;
    for (const cell of entry.cells) cell.splice(cell.indexOf(entry), 1);
    this.#entries.delete(id);
  }

  has(id: number): boolean {
    return this.#entries.has(id);
  }

  /** The shops whose reach includes the place, nearest first, at most `limit`, starting after the shop with the id `after`. */
  nearest(place: Place & { limit: number; after?: number | undefined }): Nearby<Shop>[] {
    const here = pointOf(place);
    const last = place.after === undefined ? undefined : this.#entries.get(place.after);
    const start = last && { entry: last, square: squareBetween(last, here) };
    const found: Found<Shop>[] = [];
    for (const cell of this.#cellsAt(place)) {
      for (const entry of cell) {
        const square = squareBetween(entry, here);
        if (square > entry.squaredReach) continue;
        const furthest = found[place.limit - 1];
        if (furthest && square > furthest.square) continue;
        const next = { entry, square };
        if (!start || precedes(start, next)) insert(found, next, place.limit);
      }
    }
    return found.map(({ entry, square }) => ({ shop: entry.shop, metres: arcOf(Math.sqrt(square)) }));
  }

  #cellsAt({ latitude, longitude }: Place): Cell<Shop>[] {
    const cells = [this.#everywhere];
    for (const [size, grid] of this.#grids) {
      const cell = grid.get(cellNumber(cellIndex(latitude + 90, size), cellIndex(longitude + 180, size), size));
      if (cell) cells.push(cell);
    }
    return cells;
  }

  #cellsOf({ latitude, longitude, reachMetres }: Shop): Cell<Shop>[] {
    const reach = Math.max(reachMetres, 1) / EARTH;
    const height = reach / RADIANS + SLACK;
    const width = Math.asin(Math.sin(reach) / Math.cos(latitude * RADIANS)) / RADIANS + SLACK;
    const size = Math.max(SMALLEST_CELL, 2 ** Math.floor(Math.log2(height)));
    const isPlain = Math.abs(latitude) + height < 90 && Math.abs(longitude) + width < 180;
    if (!isPlain || width / size > MOST_CELLS_ACROSS) return [this.#everywhere];
    const grid = this.#grids.get(size) ?? new Map<number, Cell<Shop>>();
    this.#grids.set(size, grid);
    const columns = cellIndexes(longitude + 180, width, size);
    const rows = cellIndexes(latitude + 90, height, size);
    return rows.flatMap((row) => columns.map((column) => cellIn(grid, cellNumber(row, column, size))));
  }
}

/** The sphere of PostgreSQL's earthdistance, in metres. */
const EARTH = 6_378_168;
const RADIANS = Math.PI / 180;
/** A tenth of a millimetre, in degrees. */
const SLACK = 1e-9;
/** In degrees, about 50 m: smaller cells gain nothing. */
const SMALLEST_CELL = 2 ** -11;
/** A shop that needs more, near the poles, is checked in every query instead. */
const MOST_CELLS_ACROSS = 20;

// Below 2^31 for most reaches: a Map with larger keys is several times slower.
const cellNumber = (row: number, column: number, size: number): number => row * Math.ceil(361 / size) + column;

const cellIndex = (degrees: number, size: number): number => Math.floor(degrees / size);

function cellIn<Shop>(grid: Map<number, Cell<Shop>>, number: number): Cell<Shop> {
  const cell = grid.get(number) ?? [];
  grid.set(number, cell);
  return cell;
}

function cellIndexes(centre: number, half: number, size: number): number[] {
  const first = cellIndex(centre - half, size);
  return Array.from({ length: cellIndex(centre + half, size) - first + 1 }, (_, nth) => first + nth);
}

function pointOf({ latitude, longitude }: Place): Point {
  const [north, east] = [latitude * RADIANS, longitude * RADIANS];
  return {
    x: EARTH * Math.cos(north) * Math.cos(east),
    y: EARTH * Math.cos(north) * Math.sin(east),
    z: EARTH * Math.sin(north),
  };
}

/** The squared length of the chord, which orders points as the distance on the sphere does, without a square root. */
function squareBetween(one: Point, other: Point): number {
  const [x, y, z] = [one.x - other.x, one.y - other.y, one.z - other.z];
  return x * x + y * y + z * z;
}

const arcOf = (chord: number): number => 2 * EARTH * Math.asin(Math.min(1, chord / (2 * EARTH)));
const chordOf = (arc: number): number => 2 * EARTH * Math.sin(Math.min(Math.PI / 2, arc / (2 * EARTH)));

const precedes = <Shop extends PlacedShop>(one: Found<Shop>, other: Found<Shop>): boolean =>
  one.square < other.square || (one.square === other.square && one.entry.shop.id < other.entry.shop.id);

/** Inserts into a list that is in order, and drops the last one above the limit. */
function insert<Shop extends PlacedShop>(found: Found<Shop>[], next: Found<Shop>, limit: number): void {
  let [from, to] = [0, found.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (precedes(found[middle] as Found<Shop>, next)) from = middle + 1;
    else to = middle;
  }
  found.splice(from, 0, next);
  if (found.length > limit) found.pop();
}
