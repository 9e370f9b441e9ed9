type Placed = { position?: number | null | undefined; name: string };

/** Compares categories: first by the position that the shop has set, then by name. */
export function byPlace(locale?: string): (a: Placed, b: Placed) => number {
  const placeOf = ({ position }: Placed) => position ?? Number.MAX_SAFE_INTEGER;
  return (a, b) => placeOf(a) - placeOf(b) || a.name.localeCompare(b.name, locale, { numeric: true });
}
