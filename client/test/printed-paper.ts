const [NUL, LF, ESC, FS, GS] = [0x00, 0x0a, 0x1b, 0x1c, 0x1d];

/** The content of the paper: text line by line, pictures as `[picture 120x34]`; and how often it was cut. */
export type PrintedPaper = { lines: string[]; pictures: Picture[]; codes: string[]; bold: string[]; cuts: number };
type Picture = { width: number; height: number; blackDots: number };

/** How many bytes follow a command of two letters, for commands that only set something. */
const SETTINGS = new Map([
  [`${ESC} @`, 0],
  [`${FS} .`, 0],
  [`${ESC} M`, 1],
  [`${ESC} t`, 1],
  [`${ESC} a`, 1],
]);

/** Reads bytes as a receipt printer does, strictly: throws at any command that a receipt does not need. */
export function printedPaper(bytes: Uint8Array): PrintedPaper {
  const paper: PrintedPaper = { lines: [], pictures: [], codes: [], bold: [], cuts: 0 };
  let line = '';
  let isBold = false;
  let hasBold = false;
  const endLine = () => {
    paper.lines.push(line);
    if (hasBold) paper.bold.push(line.trim());
    line = '';
    hasBold = false;
  };
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte === LF) endLine();
    // Printers take no notice of it.
    else if (byte === NUL) continue;
    else if (byte >= 0x20 && byte < 0x7f) {
      line += String.fromCharCode(byte);
      hasBold ||= isBold && byte !== 0x20;
    } else if (byte === ESC || byte === FS || byte === GS) {
      const name = `${byte} ${String.fromCharCode(bytes[at + 1] ?? 0)}`;
      const settings = SETTINGS.get(name);
      if (settings !== undefined) at += 1 + settings;
      else if (name === `${ESC} E`) {
        isBold = bytes[at + 2] === 1;
        at += 2;
      } else if (name === `${GS} V`) {
        paper.cuts += 1;
        at += 2;
      } else if (name === `${GS} v`) {
        const picture = pictureAt(bytes, at);
        paper.pictures.push(picture);
        paper.lines.push(`${line}[picture ${picture.width}x${picture.height}]`);
        line = '';
        at += 7 + (picture.width / 8) * picture.height;
      } else if (name === `${GS} (`) {
        const code = codeAt(bytes, at);
        if (code.text !== undefined) paper.codes.push(code.text);
        at += code.length - 1;
      } else throw new Error(`The printer was given the command ${name} at byte ${at}`);
    } else throw new Error(`The printer was given the byte ${byte} at ${at}`);
  }
  if (line) endLine();
  return paper;
}

// GS ( k pL pH cn fn …: a QR code is set up, given its text (fn 80, behind one byte more), and printed.
function codeAt(bytes: Uint8Array, at: number): { length: number; text?: string } {
  const size = (bytes[at + 3] ?? 0) + 256 * (bytes[at + 4] ?? 0);
  const length = 5 + size;
  if (bytes[at + 6] !== 80) return { length };
  return { length, text: new TextDecoder().decode(bytes.slice(at + 8, at + length)) };
}

// GS v 0 m xL xH yL yH, then the dots, eight in a byte.
function pictureAt(bytes: Uint8Array, at: number): Picture {
  const number = (low: number) => (bytes[at + low] ?? 0) + 256 * (bytes[at + low + 1] ?? 0);
  const [rowBytes, height] = [number(4), number(6)];
  const dots = bytes.slice(at + 8, at + 8 + rowBytes * height);
  const blackDots = dots.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);
  return { width: rowBytes * 8, height, blackDots };
}
