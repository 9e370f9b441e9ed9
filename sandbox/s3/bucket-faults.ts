/** What goes wrong with one call after the other, until it is used up. */
export type BucketFault = {
  times?: number;
  method?: string;
  /** A part of the name of the object. */
  key?: string;
  /** Answer so much later. */
  delayMs?: number;
  /** Answer this status instead of doing anything. */
  status?: number;
  /** Break the connection before anything happened, or after everything did. */
  reset?: 'before' | 'after';
  /** Send half of what was asked for, and then break off or say nothing more. */
  half?: 'broken' | 'silent';
};

/** The faults still to come. */
export class BucketFaults {
  #waiting: (BucketFault & { times: number })[] = [];

  add(fault: BucketFault): void {
    this.#waiting.push({ times: 1, ...fault });
  }

  /** The fault that this call meets; nothing goes wrong without one. */
  take(method: string, key: string): BucketFault {
    const fault = this.#waiting.find((one) => (one.method ?? method) === method && key.includes(one.key ?? ''));
    if (!fault) return {};
    fault.times -= 1;
    if (fault.times === 0) this.#waiting = this.#waiting.filter((one) => one !== fault);
    return fault;
  }
}
