import QRCode from 'qrcode';
import type { DrawnText } from './receipt-bytes.ts';

/** The smallest that phones read well: every dot takes time to send. */
const MODULE_DOTS = 4;

/** A QR code as black dots on white. The paper around it is its margin. */
export function drawCode(url: string): DrawnText {
  const { size, data } = QRCode.create(url, { errorCorrectionLevel: 'L' }).modules;
  const height = size * MODULE_DOTS;
  // The printer's pictures are whole bytes wide.
  const width = Math.ceil(height / 8) * 8;
  const dots = new Uint8ClampedArray(width * height * 4).fill(255);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < height; x++) {
      const isDark = data[Math.floor(y / MODULE_DOTS) * size + Math.floor(x / MODULE_DOTS)] === 1;
      if (isDark) dots.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  return { width, height, data: dots };
}
