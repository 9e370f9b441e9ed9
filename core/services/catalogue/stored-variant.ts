/** A variant as its row has it. */
export type StoredVariant = {
  id: number;
  sizeId: number | null;
  colorId: number | null;
  unitId: number | null;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
  barcode: string | null;
  position: number;
};

/** A variant as its row shall be; without an id until it has one. */
export type WantedVariant = Omit<StoredVariant, 'id'> & { id: number | undefined };

/** What to change of a variant, or what a new one is to be: undefined stays as it is. `…Seen`: what the editor saw of it. */
export type VariantChange = Partial<Omit<StoredVariant, 'id' | 'position'>> & {
  stockSeen?: number | undefined;
  pricePaiseSeen?: number | undefined;
};

/** What customers choose by; two variants of a product never have the same. */
export const choiceOf = ({ sizeId, colorId, unitId }: Pick<StoredVariant, 'sizeId' | 'colorId' | 'unitId'>): string =>
  [sizeId, colorId, unitId].join();
