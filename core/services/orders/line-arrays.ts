import type { WantedLine } from './wanted-order.ts';

/** The lines as the parameters $1–$6 of the statements that read a cart. */
export function lineArrays(lines: readonly WantedLine[]): (number | null)[][] {
  return [
    lines.map(({ productId }) => productId),
    lines.map(({ sizeId }) => sizeId),
    lines.map(({ colorId }) => colorId),
    lines.map(({ unitId }) => unitId),
    lines.map(({ quantity }) => quantity),
    lines.map(({ pricePaise }) => pricePaise),
  ];
}
