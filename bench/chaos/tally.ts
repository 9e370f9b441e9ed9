/** What happened how often, and what must not have happened. */
export class Tally {
  readonly counts = new Map<string, number>();
  readonly wrong: string[] = [];

  add(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Something that must never be. */
  accuse(what: string): void {
    if (!this.wrong.includes(what)) this.wrong.push(what);
  }

  toString(): string {
    const entries = [...this.counts].toSorted(([one], [other]) => one.localeCompare(other));
    return entries.map(([what, times]) => `${what} ${times}`).join(', ');
  }
}
