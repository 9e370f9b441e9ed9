import { ball, darken, fromAbove, lighten, thrown, times } from '../lib/svg.mjs';

/** Long pods crossing: beans, okra, drumstick. */
export function pods(color, { count = 6, width = 6, tip = darken(color, 0.35), ribs = false } = {}) {
  return times(count, (i) => {
    const turn = -34 + (68 / (count - 1)) * i;
    const body = fromAbove(
      color,
      (paint) =>
        `<path d="M50 8 Q${50 + width} 30 ${50 + width * 0.9} 62 Q50 ${width > 7 ? 98 : 94} ${50 - width * 0.9} 62 Q${50 - width} 30 50 8Z" fill="${paint}"/>`,
    );
    const rib = ribs
      ? `<path d="M50 16 V84 M${50 - width * 0.45} 26 Q${50 - width * 0.5} 60 49 86" stroke="${lighten(color, 0.4)}" stroke-width="1.1" fill="none"/>`
      : '';
    return `<g transform="rotate(${turn} 50 92)">${body}${rib}<path d="M47 12 Q50 4 53 12Z" fill="${tip}" stroke="${tip}" stroke-width="2" stroke-linejoin="round"/></g>`;
  });
}

/** Three small chillies. */
export const chillies = (color) =>
  [
    [-6, -26],
    [0, 4],
    [8, 34],
  ]
    .map(
      ([shift, turn]) =>
        `<g transform="translate(${shift} 0) rotate(${turn} 50 90)">${fromAbove(color, (paint) => `<path d="M43 30 Q40 66 58 94 Q62 98 62 92 Q58 62 59 30 Q51 24 43 30Z" fill="${paint}"/>`)}<path d="M47 36 Q46 62 55 82" stroke="${lighten(color, 0.6)}" stroke-width="2" fill="none" stroke-linecap="round"/><path d="M42 32 Q51 20 60 32 Q51 36 42 32Z" fill="#2E6B24"/><path d="M51 26 Q50 14 56 8" stroke="#2E6B24" stroke-width="3.4" fill="none" stroke-linecap="round"/></g>`,
    )
    .join('');

/** A round fruit or root with what grows from its top. */
export function roundFruit(color, { top = '', rx = 36, ry = 34, cy = 60, tail = '' } = {}) {
  return `${tail}${ball(color, (paint) => `<ellipse cx="50" cy="${cy}" rx="${rx}" ry="${ry}" fill="${paint}"/>`)}${top}`;
}

/** The calyx of a pomegranate. */
export const crown = (color) =>
  `<path d="M38 32 L34 12 L43 20 L50 9 L57 20 L66 12 L62 32 Q50 26 38 32Z" fill="${color}"/>`;

/** Leaf stalks of beetroot or radish. */
export const stalks = (stem, leaf) =>
  [-26, 0, 26]
    .map(
      (turn) =>
        `<g transform="rotate(${turn} 50 34)"><path d="M50 36 V10" stroke="${stem}" stroke-width="4" stroke-linecap="round"/><ellipse cx="50" cy="9" rx="8" ry="12" fill="${leaf}"/><path d="M50 20 V2" stroke="${stem}" stroke-width="1.6"/></g>`,
    )
    .join('');

/** A cauliflower in its leaves. */
export function cauliflower() {
  const random = thrown(2);
  const leaf = (turn) =>
    `<g transform="rotate(${turn} 50 92)">${fromAbove('#6DB24C', (paint) => `<path d="M50 96 Q20 70 34 34 Q50 26 60 40 Q66 74 50 96Z" fill="${paint}"/>`)}<path d="M49 90 Q42 64 46 40" stroke="#C9E7A8" stroke-width="2.4" fill="none"/></g>`;
  const florets = times(26, () => {
    const angle = random() * Math.PI * 2;
    const far = Math.sqrt(random());
    return ball(
      '#F6EBCB',
      (paint) =>
        `<circle cx="${50 + Math.cos(angle) * far * 26}" cy="${46 + Math.sin(angle) * far * 20}" r="8.5" fill="${paint}"/>`,
    );
  });
  return (
    leaf(-62) +
    leaf(62) +
    leaf(-34) +
    leaf(34) +
    florets +
    `<g transform="translate(0 40) scale(1 .6)">${leaf(-56)}${leaf(56)}</g>`
  );
}

/** A sprig with leaves in pairs. */
export function sprig(color, { pairs = 5, length = 15, width = 6.5, turns = [-24, 8] } = {}) {
  const leaf = (x, y, turn) =>
    `<g transform="rotate(${turn} ${x} ${y})">${fromAbove(color, (paint) => `<path d="M${x} ${y} q${width} ${-length * 0.5} 0 ${-length} q${-width} ${length * 0.5} 0 ${length}Z" fill="${paint}"/>`)}<path d="M${x} ${y} v${-length * 0.8}" stroke="${lighten(color, 0.45)}" stroke-width=".9"/></g>`;
  const stem = `<path d="M50 96 V16" stroke="${darken(color, 0.3)}" stroke-width="2.6" stroke-linecap="round"/>`;
  const pairsOf = times(pairs, (i) => leaf(50, 84 - i * (64 / pairs), 62) + leaf(50, 84 - i * (64 / pairs), -62));
  return turns.map((turn) => `<g transform="rotate(${turn} 50 96)">${stem}${pairsOf}${leaf(50, 20, 0)}</g>`).join('');
}

/** Broad leaves fanned out: betel, spinach. */
export const fan = (color, { count = 5, vein = lighten(color, 0.5) } = {}) =>
  times(count, (i) => {
    const turn = -56 + (112 / (count - 1)) * i;
    return `<g transform="rotate(${turn} 50 94)">${fromAbove(color, (paint) => `<path d="M50 94 Q22 78 28 46 Q36 36 50 14 Q64 36 72 46 Q78 78 50 94Z" fill="${paint}" stroke="${darken(color, 0.25)}" stroke-width=".8"/>`)}<path d="M50 92 V22 M50 74 Q40 66 35 54 M50 74 Q60 66 65 54" stroke="${vein}" stroke-width="1.5" fill="none"/></g>`;
  });

/** A whole banana leaf. */
export const bananaLeaf = () =>
  `<g transform="rotate(28 50 50)">${fromAbove('#4E9A3B', (paint) => `<path d="M50 2 Q82 18 80 56 Q78 84 54 92 L50 100 L46 92 Q22 84 20 56 Q18 18 50 2Z" fill="${paint}"/>`)}<path d="M50 6 V99" stroke="#CDE9A9" stroke-width="3.4"/>${times(
    9,
    (i) => {
      const y = 24 + i * 8;
      const reach = 26 - Math.abs(i - 4) * 2.6;
      return `<path d="M50 ${y} q${reach * 0.5} -2 ${reach} -8 M50 ${y} q${-reach * 0.5} -2 ${-reach} -8" stroke="#7FBE62" stroke-width="1.2" fill="none"/>`;
    },
  )}</g>`;

/** A shallow cane basket heaped with flowers. */
export function basket(colors, { petals = 7, size = 9, count = 22 } = {}) {
  const random = thrown(12);
  const flowers = times(count, (i) => {
    const across = i < 9 ? i / 8 : random();
    const x = 16 + across * 68;
    const y = 60 - random() * (8 + Math.sin(across * Math.PI) * 34);
    return bloom(colors[i % colors.length], x, y, size, petals);
  });
  const cane = fromAbove('#B98A4A', (paint) => `<path d="M8 60 H92 Q90 96 70 96 H30 Q10 96 8 60Z" fill="${paint}"/>`);
  const woven = times(
    3,
    (i) =>
      `<path d="M${11 + i * 3} ${70 + i * 9} H${89 - i * 3}" stroke="#8A6127" stroke-width="2" stroke-dasharray="7 4" stroke-dashoffset="${i * 5}"/>`,
  );
  return flowers + cane + woven + '<rect x="5" y="56" width="90" height="8" rx="4" fill="#D3A765"/>';
}

/** One open flower. */
export function bloom(color, x, y, size, petals = 7) {
  const around = times(
    petals,
    (i) =>
      `<ellipse cx="${x}" cy="${y - size * 0.56}" rx="${size * 0.36}" ry="${size * 0.52}" fill="${i % 2 ? color : lighten(color, 0.2)}" stroke="${darken(color, 0.16)}" stroke-width=".5" transform="rotate(${(360 / petals) * i} ${x} ${y})"/>`,
  );
  return `${around}<circle cx="${x}" cy="${y}" r="${size * 0.3}" fill="${mixCentre(color)}"/>`;
}
const mixCentre = (color) => darken(color, 0.14);

/** A string of flowers hung in a U, with a tassel. */
export function garland(colors, { size = 8.5, petals = 7, count = 19 } = {}) {
  const flowers = times(count, (i) => {
    const angle = Math.PI * (i / (count - 1));
    const x = 50 - Math.cos(angle) * 34;
    const y = 12 + Math.sin(angle) * 58;
    return bloom(colors[i % colors.length], x, y, size, petals);
  });
  const tassel = bloom(colors[0], 50, 82, size * 1.15, petals) + bloom(colors.at(-1), 50, 92, size * 0.8, petals);
  return `<path d="M16 6 Q16 84 50 84 Q84 84 84 6" stroke="#3C7A36" stroke-width="2.4" fill="none"/>${flowers}${tassel}`;
}

/** Leaves strung across a door. */
export const toran = () =>
  `<path d="M4 22 Q50 42 96 22" stroke="#E0A51B" stroke-width="3" fill="none"/>${times(7, (i) => {
    const x = 10 + i * 13.3;
    const y = 24 + Math.sin((i / 6) * Math.PI) * 8;
    return (
      fromAbove(
        '#4E9A3B',
        (paint) =>
          `<path d="M${x} ${y} Q${x + 9} ${y + 22} ${x} ${y + 56} Q${x - 9} ${y + 22} ${x} ${y}Z" fill="${paint}"/>`,
      ) +
      `<path d="M${x} ${y + 3} v44" stroke="#A9D68B" stroke-width="1.2"/>` +
      bloom('#F08A12', x, y, 6.5)
    );
  })}`;
