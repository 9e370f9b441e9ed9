import QRCode from 'qrcode';
import bwip from 'bwip-js/node';

/** A picture in shades of grey, 255 is white. */
export type Grey = { width: number; height: number; data: Uint8Array };

const VIEW = { width: 640, height: 480 };

/** A QR code of the text, as large as a hand would hold it before a camera. */
export function drawQr(text: string): Grey {
  const { size, data } = QRCode.create(text, { errorCorrectionLevel: 'L' }).modules;
  const isDark = (x: number, y: number) => data[y * size + x] === 1;
  return draw({ columns: size, rows: size, scale: Math.floor(260 / size), isDark });
}

/** The bars of an EAN-13 number, without the digits below them. */
export function drawEan13(digits: string): Grey {
  const [symbol] = bwip.raw({ bcid: 'ean13', text: digits });
  if (!symbol || !('sbs' in symbol)) throw new Error(`No bars for ${digits}`);
  const bars = symbol.sbs.flatMap((width, at) => Array.from({ length: width }, () => at % 2 === 0));
  return draw({ columns: bars.length, rows: 40, scale: 3, isDark: (x) => bars[x] ?? false });
}

/** A view without any code in it. */
export function drawNothing(): Grey {
  return { ...VIEW, data: new Uint8Array(VIEW.width * VIEW.height).fill(200) };
}

/** The picture in the middle of what a camera sees. */
export function inView(picture: Grey): Grey {
  const left = Math.floor((VIEW.width - picture.width) / 2);
  const top = Math.floor((VIEW.height - picture.height) / 2);
  const data = new Uint8Array(VIEW.width * VIEW.height).fill(255);
  for (let y = 0; y < picture.height; y++) {
    const row = picture.data.subarray(y * picture.width, (y + 1) * picture.width);
    data.set(row, (top + y) * VIEW.width + left);
  }
  return { ...VIEW, data };
}

type Pattern = { columns: number; rows: number; scale: number; isDark: (x: number, y: number) => boolean };

function draw({ columns, rows, scale, isDark }: Pattern): Grey {
  const width = columns * scale;
  const height = rows * scale;
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    isDark(Math.floor((at % width) / scale), Math.floor(at / width / scale)) ? 0 : 255,
  );
  return inView({ width, height, data });
}
