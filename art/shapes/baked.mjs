import { darken, fromAbove, lighten, thrown, times } from '../lib/svg.mjs';

/** A tin loaf with its first slice cut. */
export function loaf(color, { crumb = '#F7E3BF', specks } = {}) {
  const random = thrown(8);
  const crust = fromAbove(
    color,
    (paint) =>
      `<path d="M24 94 V52 Q12 44 18 32 Q24 22 40 26 H80 Q96 28 94 42 Q93 48 88 52 V88 Q88 94 82 94Z" fill="${paint}"/>`,
  );
  const slice = `<path d="M14 96 V56 Q4 50 8 38 Q14 24 34 24 Q54 24 60 38 Q64 50 54 56 V90 Q54 96 48 96Z" fill="${darken(color, 0.16)}"/><path d="M19 91 V54 Q11 48 14 40 Q20 29 34 29 Q48 29 54 40 Q57 48 49 54 V91Z" fill="${crumb}"/>`;
  const holes = times(
    specks ? 18 : 10,
    () =>
      `<ellipse cx="${22 + random() * 24}" cy="${38 + random() * 48}" rx="2.1" ry="1.5" fill="${specks ?? darken(crumb, 0.14)}"/>`,
  );
  return crust + slice + holes;
}

/** A round bun; `strewn` lies on top, `split` shows the filling. */
export function bun(color, { strewn, split } = {}) {
  const random = thrown(3);
  const base = fromAbove(
    darken(color, 0.08),
    (paint) => `<path d="M12 72 Q12 95 30 95 H70 Q88 95 88 72Z" fill="${paint}"/>`,
  );
  const filling = split
    ? `<path d="M9 72 Q14 66 50 66 Q86 66 91 72 Q88 80 80 77 Q74 84 67 78 Q58 83 50 78 Q40 84 33 78 Q24 83 19 77 Q12 80 9 72Z" fill="${split}"/>`
    : '';
  const crown = fromAbove(
    color,
    (paint) =>
      `<path d="M10 ${split ? 68 : 76} Q8 28 50 28 Q92 28 90 ${split ? 68 : 76} Q70 ${split ? 74 : 82} 50 ${split ? 74 : 82} Q30 ${split ? 74 : 82} 10 ${split ? 68 : 76}Z" fill="${paint}"/>`,
  );
  const bits = times(
    strewn ? 18 : 0,
    (i) =>
      `<rect x="${24 + random() * 50}" y="${37 + random() * 26}" width="4.6" height="3.4" rx="1.2" fill="${strewn[i % strewn.length]}" transform="rotate(${random() * 90} 50 50)"/>`,
  );
  const shine = `<path d="M24 50 Q30 36 46 35" stroke="${lighten(color, 0.7)}" stroke-width="4" stroke-linecap="round" fill="none" opacity=".75"/>`;
  return base + filling + crown + shine + bits;
}

/** Pav: four rolls baked together. */
export const rolls = (color) => place4(color);
const place4 = (color) =>
  [
    [28, 46],
    [72, 46],
    [28, 76],
    [72, 76],
  ]
    .map(
      ([x, y]) =>
        `<rect x="${x - 23}" y="${y - 16}" width="46" height="37" rx="14" fill="${darken(color, 0.28)}"/>` +
        fromAbove(
          color,
          (paint) => `<rect x="${x - 23}" y="${y - 20}" width="46" height="36" rx="15" fill="${paint}"/>`,
        ) +
        `<path d="M${x - 13} ${y - 8} q5 -6 14 -6" stroke="${lighten(color, 0.7)}" stroke-width="3.4" stroke-linecap="round" fill="none" opacity=".8"/>`,
    )
    .join('');

/** A cake slice in layers, listed from the top. */
export function slice(layers, strewn) {
  const height = 44 / layers.length;
  const random = thrown(5);
  const side = layers
    .map(
      (color, i) =>
        `<path d="M8 ${46 + i * height} L88 ${52 + i * height} V${52 + (i + 1) * height} L8 ${46 + (i + 1) * height}Z" fill="${color}"/>`,
    )
    .join('');
  const top = `<path d="M8 46 L46 26 Q78 26 88 52Z" fill="${lighten(layers[0], 0.2)}"/>`;
  const bits = times(
    strewn ? 20 : 0,
    () =>
      `<ellipse cx="${32 + random() * 42}" cy="${34 + random() * 13}" rx="2.2" ry="1" fill="${strewn}" transform="rotate(${random() * 60} 50 40)"/>`,
  );
  return side + top + bits;
}

/** A flaky square puff. */
export const puff = (color, filling) =>
  times(
    4,
    (i) =>
      `<path d="M10 ${90 - i * 5} Q50 ${99 - i * 5} 90 ${90 - i * 5} L84 ${58 - i * 4} H16Z" fill="${i % 2 ? lighten(color, 0.25) : darken(color, 0.2)}"/>`,
  ) +
  fromAbove(color, (paint) => `<path d="M12 74 Q10 36 50 32 Q90 36 88 74 Q50 86 12 74Z" fill="${paint}"/>`) +
  times(
    5,
    (i) =>
      `<path d="M${22 + i * 12} ${46 - Math.abs(2 - i) * -3} q5 12 3 28" stroke="${darken(color, 0.26)}" stroke-width="1.8" fill="none" opacity=".6"/>`,
  ) +
  `<path d="M14 76 Q50 90 86 76 Q82 84 50 87 Q18 84 14 76Z" fill="${filling}"/>`;

/** Rusks or toast leaning in a row. */
export const rusks = (color) =>
  times(
    4,
    (i) =>
      `<g transform="translate(${i * 15} 0)"><path d="M20 92 L12 42 Q12 32 22 32 H36 Q46 32 46 42 L42 94Z" fill="${darken(color, 0.3)}"/>${fromAbove(color, (paint) => `<path d="M16 94 L8 44 Q8 34 18 34 H32 Q42 34 42 44 L38 96Z" fill="${paint}"/>`)}<path d="M18 88 L13 46 Q13 40 20 40 H30 Q37 40 37 46 L34 90Z" fill="${lighten(color, 0.4)}"/></g>`,
  );
