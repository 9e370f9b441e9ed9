/** The maximum size of a ZIP file of pictures, and of its unpacked content. */
export const MAX_ZIP_BYTES = 200 * 1024 * 1024;
export const MAX_UNPACKED_BYTES = 2 * MAX_ZIP_BYTES;
/** The maximum number of pictures in a ZIP file. */
export const MAX_ZIP_PICTURES = 2_000;
/** The maximum size of a picture before the browser makes it smaller. */
export const MAX_PACKED_PICTURE_BYTES = 25 * 1024 * 1024;
/** The maximum number of names that one call matches. */
export const MAX_MATCHED_NAMES = 200;

/**
 * The name of a file in a ZIP, without its folders. The path is only read, never written to. Undefined for folders, hidden files,
 * and files that macOS or Windows adds.
 */
export function fileNameIn(path: string): string | undefined {
  const parts = path.normalize('NFC').replaceAll('\\', '/').split('/');
  const name =
    parts
      .at(-1)
      ?.replaceAll(/\p{Cc}/gu, '')
      .trim() ?? '';
  const isHidden = parts.some((part) => part === '__MACOSX' || (part.startsWith('.') && !/^\.+$/.test(part)));
  return name === '' || isHidden || /^(thumbs\.db|desktop\.ini)$/i.test(name) || /^\.+$/.test(name) ? undefined : name;
}

const EXTENSION = /\.[^.\s]{1,5}$/;

/** The name of a picture's product: the file name without its extension. */
export const pictureNameOf = (fileName: string): string => fileName.replace(EXTENSION, '').trim();

/** Whether a file starts with the signature of a JPEG, PNG or WebP. */
export function isPicture(bytes: Uint8Array): boolean {
  const begins = (expected: readonly number[], at = 0) => expected.every((byte, nth) => bytes[at + nth] === byte);
  return begins(JPEG) || begins(PNG) || (begins(RIFF) && begins(WEBP, 8));
}

const bytesOf = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));

const JPEG = [0xff, 0xd8, 0xff];
const PNG = [0x89, ...bytesOf('PNG'), 0x0d, 0x0a, 0x1a, 0x0a];
const RIFF = bytesOf('RIFF');
const WEBP = bytesOf('WEBP');
