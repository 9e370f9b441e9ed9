import type { DateReadings, ProductColumn } from '@haat/contract/catalog/import';
import type { Findings } from '../../db/catalog.models.ts';

const MAX_SAMPLES = 5;
/** The columns in which a spreadsheet makes dates of other texts. */
const DATELESS: readonly ProductColumn[] = ['name', 'category', 'subcategory', 'size', 'color', 'unit'];

/** Reads dates in columns without dates as the text that was typed, and lists them. */
export class DateColumns {
  readonly found: NonNullable<Findings['dates']> = [];
  readonly #readings: DateReadings;
  readonly #thisYear: number;

  constructor(readings: DateReadings, thisYear: number) {
    this.#readings = readings;
    this.#thisYear = thisYear;
  }

  read(cell: string, at: number, column: ProductColumn): string {
    const typed = DATELESS.includes(column) ? typedDate(cell, this.#thisYear) : undefined;
    if (!typed) return cell;
    let question = this.found.find((each) => each.at === at);
    if (!question) this.found.push((question = { at, samples: [] }));
    const { samples } = question;
    if (samples.length < MAX_SAMPLES && samples.every((sample) => sample.cell !== cell))
      samples.push({ cell, ...typed });
    const reading = this.#readings[at] ?? 'day_month';
    return reading === 'date' ? cell : reading === 'day_month' ? typed.dayMonth : typed.monthDay;
  }
}

/** The text that was typed before it became a date, by day and month, and by month and day. */
type TypedDate = { dayMonth: string; monthDay: string };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The text that was typed in a cell that a spreadsheet shows as a date, such as `6-8` for 6 August; undefined if it is no date. */
export function typedDate(cell: string, thisYear: number): TypedDate | undefined {
  const [, isoYear = '', isoMonth = '', isoDay = ''] = /^(\d{4})-(\d\d)-(\d\d)(?:[ T]00:00(?::00)?)?$/.exec(cell) ?? [];
  if (isoYear) return typedFrom({ day: Number(isoDay), month: Number(isoMonth), year: Number(isoYear) }, thisYear);
  const [, day = '', name = '', year] = /^(\d{1,2})-([a-z]{3})(?:-(?:\d\d)?(\d\d))?$/i.exec(cell) ?? [];
  const month = MONTHS.indexOf(name.toLowerCase()) + 1;
  if (month > 0) return typedFrom({ day: Number(day), month, year: year ? 2000 + Number(year) : thisYear }, thisYear);
  const [, shown = '', end = ''] = /^([a-z]{3})-(\d\d)$/i.exec(cell) ?? [];
  const ofYear = MONTHS.indexOf(shown.toLowerCase()) + 1;
  if (ofYear > 0) return { dayMonth: `${ofYear}-${end}`, monthDay: `${ofYear}-${end}` };
  const [, first = '', second = '', full = ''] = /^([0-3]?\d)[-/]([0-3]?\d)[-/](\d{4})$/.exec(cell) ?? [];
  return full === ''
    ? undefined
    : typedFrom({ day: Number(first), month: Number(second), year: Number(full) }, thisYear);
}

/** A range up to a number that no month has, such as 12-18, becomes the first day of a month of another year. */
function typedFrom({ day, month, year }: { day: number; month: number; year: number }, thisYear: number): TypedDate {
  const range = `${month}-${String(year % 100).padStart(2, '0')}`;
  return day === 1 && year !== thisYear
    ? { dayMonth: range, monthDay: range }
    : { dayMonth: `${day}-${month}`, monthDay: `${month}-${day}` };
}
