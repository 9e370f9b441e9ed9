import type { ImportRefusal } from '@haat/contract/rules/import-problem';
import { unreadable } from './unreadable.ts';

type Beginning = { bytes: number[]; is: ImportRefusal };

// What people choose instead of a CSV file, by how it begins.
const BEGINNINGS: Beginning[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], is: 'spreadsheet' },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], is: 'spreadsheet' },
  { bytes: [0xff, 0xfe], is: 'encoding' },
  { bytes: [0xfe, 0xff], is: 'encoding' },
  { bytes: [0x89, 0x50, 0x4e, 0x47], is: 'not_csv' },
  { bytes: [0xff, 0xd8, 0xff], is: 'not_csv' },
  { bytes: [0x25, 0x50, 0x44, 0x46], is: 'not_csv' },
  { bytes: [0x1f, 0x8b], is: 'not_csv' },
];

/** The text of a CSV file in UTF-8, without its mark. Throws `file_unreadable` for other encodings and other files. */
export function decodeCsv(bytes: Buffer): string {
  const known = BEGINNINGS.find((each) => each.bytes.every((byte, at) => bytes[at] === byte));
  if (known) throw unreadable(known.is);
  // UTF-16 without its mark has a zero in about every other byte; anything else with zeros is no text.
  const zeros = bytes.reduce((sum, byte) => (byte === 0 ? sum + 1 : sum), 0);
  if (zeros > 0) throw unreadable(zeros * 4 > bytes.length ? 'encoding' : 'not_csv');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw unreadable('encoding');
  }
}
