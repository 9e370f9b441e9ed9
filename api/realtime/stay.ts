/** What a connection takes part in, to be left when it ends, which may be while it is still being let in. */
export class Stay {
  readonly #leaves: (() => void)[];
  #isOver = false;

  constructor(leaves: (() => void)[]) {
    this.#leaves = leaves;
  }

  add(leave: () => void): void {
    if (this.#isOver) leave();
    else this.#leaves.push(leave);
  }

  end(): void {
    this.#isOver = true;
    for (const leave of this.#leaves.splice(0)) leave();
  }
}
