/** Towns that all PIN codes of their first three digits belong to. */
const CITIES: Record<string, string> = { '560': 'Bengaluru', '570': 'Mysuru', '575': 'Mangaluru' };

/** The city that a whole PIN code of six digits lies in; undefined where the digits do not settle it. */
export function cityOfPin(zip: string): string | undefined {
  return /^[1-9]\d{5}$/.test(zip.trim()) ? CITIES[zip.trim().slice(0, 3)] : undefined;
}
