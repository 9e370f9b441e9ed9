/** A message as it comes over the wire: data only, to one device. */
export type FcmMessage = {
  token?: string;
  fid?: string;
  data?: Record<string, string>;
  notification?: object;
  webpush?: { headers?: Record<string, string> };
};

const targetOf = ({ token, fid }: FcmMessage): string => token ?? fid ?? '';

/** What came, and what of it was taken. */
export class FcmBook {
  readonly accepted: FcmMessage[] = [];
  calls = 0;
  /** At what moments each device was tried, in ms since the epoch. */
  readonly tries = new Map<string, number[]>();

  /** Counts a try; answers the how manieth it is. */
  count(message: FcmMessage): number {
    this.calls += 1;
    const tries = this.tries.get(targetOf(message)) ?? [];
    tries.push(Date.now());
    this.tries.set(targetOf(message), tries);
    return tries.length;
  }

  /** What one device was told. */
  toldTo(target: string): FcmMessage[] {
    return this.accepted.filter((message) => targetOf(message) === target);
  }

  /** How many messages a device got that it had before, going by the id in their data. */
  doubles(): number {
    const distinct = new Set(this.accepted.map((message) => `${targetOf(message)} ${message.data?.id}`));
    return this.accepted.length - distinct.size;
  }
}
