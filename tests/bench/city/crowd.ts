import type { Connection } from './connections.ts';
import type { Scene } from './scene.ts';

/** Connections of people who come and go. */
export class Crowd {
  readonly #scene: Scene;
  /** The oldest first. */
  readonly #open: Connection[] = [];
  #left = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  async add(opening: Promise<Connection>): Promise<void> {
    const connection = await this.#scene.open(opening);
    if (connection) this.#open.push(connection);
  }

  /** Adds one, and closes the one that has been open longest. */
  async replace(opening: Promise<Connection>): Promise<void> {
    await this.add(opening);
    const oldest = this.#open[this.#left++];
    if (oldest) this.#close(oldest);
  }

  end(): void {
    for (const each of this.#open.slice(this.#left)) this.#close(each);
  }

  #close(connection: Connection): void {
    if (!connection.isOpen) this.#scene.brokenConnections++;
    connection.close();
  }
}
