import type { NameList } from './language.ts';

const MEASURED = /^(\d[\d.-]*) (\p{L}+)$/u;
const PACKED = /^(\p{L}+ of) (\d.*)$/u;

/**
 * A category, unit, size or colour of the shared catalog in another language: `500 g` and `box of 12` by their parts.
 * A name outside the list, given by a shop, stays as it was written.
 */
export function translateName(name: string, list: NameList): string {
  const of = (part: string | undefined) => (part && Object.hasOwn(list, part) ? list[part] : undefined);
  const whole = of(name);
  if (whole) return whole;
  const [, amount = '', measure] = MEASURED.exec(name) ?? [];
  const measured = of(`# ${measure}`) ?? of(measure);
  if (measured) return `${amount} ${measured}`;
  const [, pack, content = ''] = PACKED.exec(name) ?? [];
  return of(pack) ? `${translateName(content, list)} ${of(pack)}` : name;
}
