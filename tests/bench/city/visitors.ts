import type { CityShop } from './city-data.ts';
import { type Connection, watchCatalog } from './connections.ts';
import { Crowd } from './crowd.ts';
import type { Scene } from './scene.ts';

const THINK_MS = 2_000;
const WORDS = [
  'milk',
  'toned milk',
  'rice',
  'soap',
  'bread',
  'tomato',
  'cotton',
  'दूध',
  'doodh',
  'chawal',
  'mlik',
  'biscit',
];

/** People who look around: each opens two shops after six calls in all, and stays on the page of the first. */
export class Visitors {
  readonly #scene: Scene;
  readonly #shops: CityShop[];
  readonly #crowd: Crowd;

  constructor(scene: Scene, shops: CityShop[]) {
    this.#scene = scene;
    this.#shops = shops;
    this.#crowd = new Crowd(scene);
  }

  /** Opens the connections of the visitors who are there when the play begins. */
  async settle(count: number): Promise<void> {
    await this.#scene.openAll(count, () =>
      this.#crowd.add(this.#watch(this.#scene.oneOf(this.#shops), this.#scene.address())),
    );
  }

  /** Adds a visitor in place of the oldest one. Their calls are made at planned times, whether or not earlier ones were answered. */
  visit(from: number): void {
    const scene = this.#scene;
    const [first, second] = [scene.oneOf(this.#shops), scene.oneOf(this.#shops)];
    const address = scene.address();
    const place = placeNear(first, scene.chance);
    const paths = [
      ['nearby', `/api/shops?${place}`],
      ['shop', `/api/shops/${first.slug}`],
      ['products', `/api/products?shopId=${first.id}`],
      ['product', `/api/products/${scene.oneOf(first.products).productId}`],
      ['search', `/api/search?q=${encodeURIComponent(scene.oneOf(WORDS))}&${place}`],
      ['products', `/api/products?shopId=${second.id}`],
    ] as const;
    let at = from;
    for (const [what, path] of paths) {
      scene.at(at, (due) => scene.call('reads', { what, path, due, address }));
      at += scene.think(THINK_MS);
    }
    scene.at(from, () => this.#crowd.replace(this.#watch(first, address)));
  }

  end(): void {
    this.#crowd.end();
  }

  #watch({ id }: CityShop, address: string): Promise<Connection> {
    return watchCatalog({ url: this.#scene.caller.next(), address }, id);
  }
}

/** Up to a kilometre or so from a shop, as parameters. */
function placeNear({ latitude, longitude }: CityShop, chance: () => number): string {
  const near = (degrees: number): string => (degrees + (chance() - 0.5) / 50).toFixed(4);
  return `lat=${near(latitude)}&lng=${near(longitude)}`;
}
