import { graphemesOf } from '../../../lib/graphemes.ts';
import type { DrawnText } from './receipt-bytes.ts';

const FONT_DOTS = 24;
// Vowel signs of Indian scripts extend far above and below the text.
const LINE_DOTS = 34;
const FONT = 'system-ui, "Noto Sans", sans-serif';

type Look = { maxWidth: number; isBold: boolean };

/** A text in any script as black dots on white, cropped to its longest line: every dot takes time to send. */
export function drawText(text: string, { maxWidth, isBold }: Look): DrawnText {
  const font = `${isBold ? 700 : 400} ${FONT_DOTS}px ${FONT}`;
  const pen = contextOf(1, 1);
  pen.font = font;
  const lines = wrap(text, (part) => pen.measureText(part).width <= maxWidth);
  const longest = Math.max(...lines.map((line) => pen.measureText(line).width));
  const width = Math.min(maxWidth, Math.ceil((longest + 1) / 8) * 8);
  const height = lines.length * LINE_DOTS;

  const drawing = contextOf(width, height);
  drawing.fillStyle = '#fff';
  drawing.fillRect(0, 0, width, height);
  drawing.font = font;
  drawing.fillStyle = '#000';
  drawing.textBaseline = 'middle';
  for (const [at, line] of lines.entries()) drawing.fillText(line, 0, (at + 0.5) * LINE_DOTS);
  return drawing.getImageData(0, 0, width, height);
}

/** Wraps between words, and inside a word that is longer than a line. */
function wrap(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line ? `${line} ${word}` : word;
    if (fits(longer)) {
      line = longer;
      continue;
    }
    if (line) lines.push(line);
    const pieces = fits(word) ? [word] : cut(word, fits);
    lines.push(...pieces.slice(0, -1));
    line = pieces.at(-1) ?? '';
  }
  return [...lines, line];
}

// By grapheme: a consonant stays with its vowel sign.
function cut(word: string, fits: (part: string) => boolean): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const segment of graphemesOf(word)) {
    if (piece && !fits(piece + segment)) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) throw new Error('This browser cannot draw');
  return pen;
}
