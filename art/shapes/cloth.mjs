import { darken, fromAbove, lighten, times } from '../lib/svg.mjs';

/** Pattern lines laid over a garment, clipped by drawing them short. */
const checks = (color, x1, y1, x2, y2) => {
  const down = times(
    5,
    (i) =>
      `<path d="M${x1 + ((x2 - x1) / 6) * (i + 1)} ${y1} V${y2}" stroke="${color}" stroke-width="2" opacity=".55"/>`,
  );
  const across = times(
    4,
    (i) =>
      `<path d="M${x1} ${y1 + ((y2 - y1) / 5) * (i + 1)} H${x2}" stroke="${color}" stroke-width="2" opacity=".55"/>`,
  );
  return down + across;
};

/** Folded cloths piled up; each has a colour, and a border as on a saree or towel. */
export function folded(colors, { border, pattern } = {}) {
  const height = colors.length > 2 ? 20 : colors.length === 2 ? 26 : 42;
  return colors
    .map((color, i) => {
      const y = 96 - (i + 1) * height;
      const body = fromAbove(
        color,
        (paint) =>
          `<path d="M12 ${y} H82 Q92 ${y} 92 ${y + height / 2} Q92 ${y + height} 82 ${y + height} H12 Q8 ${y + height} 8 ${y + height - 4} V${y + 4} Q8 ${y} 12 ${y}Z" fill="${paint}"/>`,
      );
      const fold = `<path d="M10 ${y + height / 2} H84 M14 ${y + height / 4} H88 M14 ${y + height * 0.75} H88" stroke="${darken(color, 0.22)}" stroke-width="1.1" opacity=".5"/>`;
      const trim = border
        ? `<path d="M8 ${y + height * 0.62} H90.4 V${y + height * 0.86} H8Z" fill="${border}"/><path d="M10 ${y + height * 0.74} H90" stroke="${darken(border, 0.3)}" stroke-width="1.6" stroke-dasharray="2 3"/>`
        : '';
      const woven =
        pattern === 'check'
          ? checks(lighten(color, 0.7), 14, y + 2, 80, y + height - 2)
          : pattern === 'print'
            ? times(
                7,
                (n) =>
                  `<circle cx="${18 + n * 10.5}" cy="${y + (n % 2 ? 0.35 : 0.68) * height}" r="3.2" fill="${lighten(color, 0.6)}"/><circle cx="${18 + n * 10.5}" cy="${y + (n % 2 ? 0.35 : 0.68) * height}" r="1.3" fill="${darken(color, 0.3)}"/>`,
              )
            : '';
      return body + fold + woven + trim;
    })
    .join('');
}

const seam = (color, d) => `<path d="${d}" stroke="${darken(color, 0.3)}" stroke-width="1.2" fill="none"/>`;

/** A T-shirt laid flat. */
export const tee = (color, print = '') =>
  fromAbove(
    color,
    (paint) =>
      `<path d="M36 12 Q50 24 64 12 L80 18 L97 40 L82 52 L76 44 V92 Q76 96 72 96 H28 Q24 96 24 92 V44 L18 52 L3 40 L20 18Z" fill="${paint}"/>`,
  ) +
  `<path d="M36 12 Q50 24 64 12 L61 10 Q50 18 39 10Z" fill="${darken(color, 0.25)}"/>` +
  seam(color, 'M24 44 V34 M76 44 V34') +
  print;

/** A buttoned shirt; `long` sleeves are folded across. */
export const shirt = (color, { long = true } = {}) => {
  const sleeves = long ? 'L84 20 L96 66 L84 71 L76 46' : 'L84 20 L97 42 L83 52 L76 44';
  const other = long ? 'L24 46 L16 71 L4 66 L16 20' : 'L24 44 L17 52 L3 42 L16 20';
  const body = fromAbove(
    color,
    (paint) =>
      `<path d="M36 12 L50 18 L64 12 ${sleeves} V92 Q76 96 72 96 H28 Q24 96 24 92 V46 ${other}Z" fill="${paint}" stroke="${darken(color, 0.22)}" stroke-width="1"/>`,
  );
  const collar = `<path d="M36 12 L50 20 L42 32Z M64 12 L50 20 L58 32Z" fill="${lighten(color, 0.45)}" stroke="${darken(color, 0.25)}" stroke-width="1"/>`;
  const buttons = times(5, (i) => `<circle cx="50" cy="${32 + i * 13}" r="1.6" fill="${darken(color, 0.45)}"/>`);
  return (
    body +
    collar +
    seam(color, 'M50 20 V96 M54 20 V96') +
    buttons +
    `<path d="M58 42 h12 v10 l-6 4 l-6 -4Z" fill="${lighten(color, 0.14)}" stroke="${darken(color, 0.25)}" stroke-width=".9"/>`
  );
};

/** A kurta; `print` strews it with block print. */
export const kurta = (color, { trim = '#FFF8EA', print } = {}) => {
  const body = fromAbove(
    color,
    (paint) =>
      `<path d="M38 8 Q50 16 62 8 L78 13 L94 50 L82 55 L75 38 L80 96 H66 L64 80 V96 H36 V80 L34 96 H20 L25 38 L18 55 L6 50 L22 13Z" fill="${paint}" stroke="${darken(color, 0.22)}" stroke-width="1"/>`,
  );
  const placket = `<path d="M38 8 Q50 16 62 8 L60 6 Q50 12 40 6Z M47 13 H53 V40 L50 44 L47 40Z" fill="${trim}"/>`;
  const hem = `<path d="M20.6 90 H34.6 L34 96 H20Z M36 90 H64 V96 H36Z M65.4 90 H79.4 L80 96 H66Z" fill="${trim}" opacity=".85"/>`;
  const strewn = print
    ? times(
        15,
        (i) =>
          `<circle cx="${29 + (i % 4) * 14 + (Math.floor(i / 4) % 2) * 5}" cy="${50 + Math.floor(i / 4) * 11}" r="2.6" fill="${print}"/>`,
      )
    : '';
  return body + strewn + placket + hem;
};

/** Ankle-length leggings. */
export const leggings = (color) =>
  fromAbove(
    color,
    (paint) =>
      `<path d="M28 6 H72 Q80 40 72 94 Q72 96 69 96 H58 L50 40 L42 96 H31 Q28 96 28 94 Q20 40 28 6Z" fill="${paint}"/>`,
  ) +
  `<path d="M28 6 H72 L73 14 H27Z" fill="${darken(color, 0.35)}"/>` +
  `<path d="M36 22 Q33 50 36 86" stroke="${lighten(color, 0.45)}" stroke-width="2" fill="none" opacity=".6"/>`;

/** A sleeveless vest. */
export const vest = (color) =>
  fromAbove(
    color,
    (paint) =>
      `<path d="M30 8 H39 Q40 34 50 34 Q60 34 61 8 H70 Q70 34 82 42 V92 Q82 96 78 96 H22 Q18 96 18 92 V42 Q30 34 30 8Z" fill="${paint}" stroke="${darken(color, 0.2)}" stroke-width="1.2"/>`,
  ) + times(9, (i) => `<path d="M${26 + i * 6} 48 V90" stroke="${darken(color, 0.12)}" stroke-width="1"/>`);
