import { type Direction, DIRECTIONS, firstDirection } from '@haat/contract/platform/operator-lists';
import { useSearchParams } from 'react-router-dom';
import { isDay } from '../../lib/is-day.ts';
import { useSettled } from '../../lib/use-settled.ts';

/** The filters and sort of a list: a text under each name, empty if not set. */
export type ListChoice<Name extends string> = Record<Name, string>;

/** Filters and sort of a list, as part of the address so that Back and a reload keep them. */
export function useListChoice<Name extends string>(names: readonly Name[]) {
  const [params, setParams] = useSearchParams();
  const choice = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ''])) as ListChoice<Name>;
  const choose = (changes: Partial<ListChoice<Name>>) => {
    const given = Object.entries<string | undefined>({ ...choice, ...changes }).filter(([, value]) => value);
    setParams(given as [string, string][], { replace: true });
  };
  return { choice, choose };
}

/** The sort in the address, or the first of these. */
export function readSorting<Sort extends string>(
  chosen: { sort: string; direction: string },
  sorts: readonly [Sort, ...Sort[]],
): { sort: Sort; direction: Direction } {
  const sort = sorts.find((each) => each === chosen.sort) ?? sorts[0];
  return { sort, direction: DIRECTIONS.find((each) => each === chosen.direction) ?? firstDirection(sort) };
}

/** The server's limit. */
const MAX_SEARCH_LENGTH = 100;
const PAUSE_MS = 250;

/** The text to search by, once typing pauses; an emptied field applies immediately. */
export function useSearched(typed: string): string {
  const text = typed.trim().slice(0, MAX_SEARCH_LENGTH);
  const settled = useSettled(text, PAUSE_MS);
  return text === '' ? '' : settled;
}

/** The id of a row in the address; undefined for any other text. */
export const readId = (text: string): string | undefined => (/^[1-9]\d{0,14}$/.test(text) ? text : undefined);

/** The days in the address; invalid days are left out. */
export function readDays({ from, to }: { from: string; to: string }): { from?: string; to?: string } {
  const isInOrder = !isDay(from) || !isDay(to) || from <= to;
  return { ...(isDay(from) && { from }), ...(isDay(to) && isInOrder && { to }) };
}
