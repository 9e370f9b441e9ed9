import { ball, darken, fromAbove, lighten, thrown, times } from '../lib/svg.mjs';
import { round } from './dishes.mjs';

/** One block with three lit sides, its lower corner at x, y. */
function block(color, x, y, w, { top = lighten(color, 0.35), specks } = {}) {
  const d = w * 0.5;
  const h = w * 0.62;
  const faces = [
    `<path d="M${x} ${y} l${w} ${-d} v${-h} l${-w} ${d}Z" fill="${darken(color, 0.2)}"/>`,
    `<path d="M${x} ${y} l${-w} ${-d} v${-h} l${w} ${d}Z" fill="${color}"/>`,
    `<path d="M${x} ${y - h} l${w} ${-d} l${-w} ${-d} l${-w} ${d}Z" fill="${top}"/>`,
  ].join('');
  const random = thrown(Math.round(x + y));
  const strewn = times(specks ? 9 : 0, () => {
    const a = random() - 0.5;
    const b = random() - 0.5;
    return `<ellipse cx="${x + (a - b) * w * 0.85}" cy="${y - h - d + (a + b) * d * 0.85}" rx="1.9" ry="1.2" fill="${specks}"/>`;
  });
  return faces + strewn;
}

/** Three cut blocks: barfi, paneer, jaggery. */
export const blocks = (color, look) =>
  block(color, 28, 94, 23, look) + block(color, 72, 94, 23, look) + block(color, 50, 71, 23, look);

/** One large block: khoa, butter, soap. */
export const slab = (color, look) => block(color, 50, 95, 42, look);

/** Diamonds of kaju katli with silver leaf. */
export const diamonds = (color) =>
  [
    [30, 78],
    [70, 78],
    [50, 56],
  ]
    .map(
      ([x, y]) =>
        `<path d="M${x} ${y - 16} l24 16 l-24 16 l-24 -16Z" fill="${darken(color, 0.24)}" transform="translate(0 5)"/>` +
        fromAbove(color, (paint) => `<path d="M${x} ${y - 16} l24 16 l-24 16 l-24 -16Z" fill="${paint}"/>`) +
        `<path d="M${x} ${y - 9} l13 9 l-13 9 l-13 -9Z" fill="#F4F7FA" opacity=".9"/>`,
    )
    .join('');

/** Six balls piled up; `grain` strews each with pearls. */
export function balls(color, { grain, nut } = {}) {
  const at = [
    [24, 80],
    [50, 82],
    [76, 80],
    [37, 58],
    [63, 58],
    [50, 36],
  ];
  return at
    .map(([x, y], i) => {
      const random = thrown(i + 2);
      const pearls = times(grain ? 22 : 0, () => {
        const angle = random() * Math.PI * 2;
        const far = Math.sqrt(random()) * 12.5;
        return `<circle cx="${x + Math.cos(angle) * far}" cy="${y + Math.sin(angle) * far}" r="1.8" fill="${random() > 0.5 ? lighten(color, 0.35) : darken(grain, 0.1)}"/>`;
      });
      const top = nut
        ? `<ellipse cx="${x}" cy="${y - 8}" rx="4.6" ry="2.4" fill="${nut}" transform="rotate(-18 ${x} ${y - 8})"/>`
        : '';
      return round(color, x, y, 14.5) + pearls + top;
    })
    .join('');
}

/** Coils of jalebi or murukku. */
export function coils(color, { width = 6, ridged = false } = {}) {
  const spiral = (cx, cy, r) => {
    const points = Array.from({ length: 49 }, (_, i) => {
      const angle = (i / 48) * Math.PI * 5.2;
      const far = 2.5 + (r - 2.5) * (i / 48);
      return `${i ? 'L' : 'M'}${(cx + Math.cos(angle) * far).toFixed(2)} ${(cy + Math.sin(angle) * far * 0.82).toFixed(2)}`;
    }).join(' ');
    const line = (stroke, w, extra = '') =>
      `<path d="${points}" stroke="${stroke}" stroke-width="${w}" stroke-linecap="round" stroke-linejoin="round" fill="none" ${extra}/>`;
    const light = ridged
      ? line(lighten(color, 0.5), width * 0.34, 'stroke-dasharray="1.6 1.8"')
      : line(lighten(color, 0.55), width * 0.3, 'transform="translate(-.6 -1)"');
    return line(darken(color, 0.32), width + 1.6, 'transform="translate(0 1.4)"') + line(color, width) + light;
  };
  return spiral(29, 72, 23) + spiral(71, 72, 23) + spiral(50, 36, 23);
}

/** Rings of kodubale leaning on each other. */
export const rings = (color) =>
  [
    [30, 74],
    [70, 74],
    [50, 44],
  ]
    .map(
      ([x, y]) =>
        `<ellipse cx="${x}" cy="${y + 2}" rx="17" ry="15" fill="none" stroke="${darken(color, 0.35)}" stroke-width="11"/><ellipse cx="${x}" cy="${y}" rx="17" ry="15" fill="none" stroke="${color}" stroke-width="10"/><path d="M${x - 15} ${y - 7} q6 -9 15 -9" stroke="${lighten(color, 0.55)}" stroke-width="3" fill="none" stroke-linecap="round"/>`,
    )
    .join('');

/** Kulfi or ice on a stick. */
export const onStick = (color, specks) => {
  const random = thrown(4);
  const body = fromAbove(
    color,
    (paint) => `<path d="M32 66 V26 Q32 6 50 6 Q68 6 68 26 V66 Q68 71 63 71 H37 Q32 71 32 66Z" fill="${paint}"/>`,
  );
  const dots = times(
    16,
    () => `<circle cx="${36 + random() * 28}" cy="${14 + random() * 52}" r="1.6" fill="${specks}"/>`,
  );
  return `<g transform="rotate(14 50 50)"><rect x="45" y="66" width="10" height="31" rx="5" fill="#D9B47C"/>${body}${dots}<path d="M38 24 V58" stroke="#fff" stroke-width="3.4" stroke-linecap="round" opacity=".5"/></g>`;
};

/** Biscuits stood in a row and one in front. */
export function biscuits(color, specks) {
  const random = thrown(6);
  const disc = (x, y, r) =>
    `<circle cx="${x + 2}" cy="${y + 2}" r="${r}" fill="${darken(color, 0.34)}"/>${ball(color, (paint) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${paint}"/>`)}${times(
      12,
      () => {
        const angle = random() * Math.PI * 2;
        const far = Math.sqrt(random()) * r * 0.76;
        return `<circle cx="${x + Math.cos(angle) * far}" cy="${y + Math.sin(angle) * far}" r="${1 + random()}" fill="${specks}"/>`;
      },
    )}`;
  return disc(30, 50, 24) + disc(70, 50, 24) + disc(50, 70, 25);
}
