/** The notes and coins of India in rupees, the largest first. */
export const DENOMINATIONS = [500, 200, 100, 50, 20, 10, 5, 2, 1] as const;

export type Counted = { value: number; count: number };

/** The total value of notes and coins, in rupees. */
export const worthOf = (counted: readonly Counted[]): number =>
  counted.reduce((sum, { value, count }) => sum + value * count, 0);

type Cash = { openingPaise: number; receivedPaise: number; refundedPaise: number; paidOutPaise: number };

/** The cash that should be there; negative if more went out than came in. */
export const expectedPaise = ({ openingPaise, receivedPaise, refundedPaise, paidOutPaise }: Cash): number =>
  openingPaise + receivedPaise - refundedPaise - paidOutPaise;
