import { darken, fromAbove, lighten, times } from '../lib/svg.mjs';
import { round } from './dishes.mjs';

/** A whole fish lying on its side. */
export function fish(
  color,
  { deep = 19, stripes = false, belly = lighten(color, 0.7), fin = darken(color, 0.2) } = {},
) {
  const body = fromAbove(
    color,
    (paint) =>
      `<path d="M6 56 Q24 ${56 - deep * 1.3} 52 ${56 - deep} Q70 ${56 - deep * 0.75} 80 54 L97 ${56 - deep * 0.9} Q92 56 97 ${56 + deep * 0.9} L80 58 Q70 ${56 + deep * 0.75} 52 ${56 + deep} Q24 ${56 + deep * 1.2} 6 56Z" fill="${paint}"/>`,
  );
  const under = `<path d="M9 59 Q40 66 79 58 Q70 ${56 + deep * 0.7} 52 ${56 + deep} Q24 ${56 + deep * 1.15} 9 59Z" fill="${belly}" opacity=".85"/>`;
  const fins = `<path d="M36 ${57 - deep} Q46 ${44 - deep} 62 ${59 - deep * 0.96} Z" fill="${fin}"/><path d="M40 ${54 + deep} Q48 ${66 + deep} 56 ${54 + deep}Z" fill="${fin}"/><path d="M34 58 q10 8 12 0 q-4 -6 -12 0Z" fill="${fin}"/>`;
  const bands = times(
    stripes ? 7 : 0,
    (i) =>
      `<path d="M${32 + i * 6.5} ${58 - deep * 0.98 + Math.abs(i - 2) * 0.9} q4 7 0 12" stroke="${darken(color, 0.5)}" stroke-width="2.6" fill="none" stroke-linecap="round"/>`,
  );
  const scales = stripes
    ? ''
    : times(
        12,
        (i) =>
          `<path d="M${32 + (i % 6) * 7} ${50 + Math.floor(i / 6) * 8} q3 3 0 6" stroke="${darken(color, 0.25)}" stroke-width="1" fill="none" opacity=".6"/>`,
      );
  const head = `<path d="M25 ${57 - deep * 0.75} Q31 56 25 ${56 + deep * 0.75}" stroke="${darken(color, 0.35)}" stroke-width="1.6" fill="none"/><circle cx="16" cy="52" r="4" fill="#fff"/><circle cx="15.6" cy="52" r="2.3" fill="#201A14"/>`;
  return `<g transform="translate(0 12) rotate(-8 50 56)">${fins}${body}${under}${bands}${scales}${head}</g>`;
}

/** Steaks cut across the bone. */
export const steaks = (flesh, skin) =>
  [
    [36, 50],
    [62, 74],
  ]
    .map(
      ([x, y]) =>
        `<ellipse cx="${x + 1}" cy="${y + 4}" rx="33" ry="21" fill="${darken(skin, 0.3)}"/><ellipse cx="${x}" cy="${y}" rx="33" ry="21" fill="${skin}"/>${fromAbove(flesh, (paint) => `<ellipse cx="${x}" cy="${y}" rx="29.5" ry="17.6" fill="${paint}"/>`)}<path d="M${x - 20} ${y + 3} q9 -13 19 -3 q10 -10 20 3" stroke="${lighten(flesh, 0.6)}" stroke-width="1.8" fill="none"/><circle cx="${x}" cy="${y}" r="4.4" fill="#FFF6EA"/><circle cx="${x}" cy="${y}" r="1.8" fill="${darken(flesh, 0.3)}"/>`,
    )
    .join('');

/** A white tray with pieces of meat; `bone` shows a cut bone in each. */
export function tray(color, { bone = false, fine = false, large = false } = {}) {
  const base =
    '<path d="M6 58 H94 L86 92 Q85 96 80 96 H20 Q15 96 14 92Z" fill="#DDE4EA"/><path d="M2 54 H98 V61 H2Z" fill="#F7FAFC"/>';
  const herb = '<path d="M74 50 q4 -14 14 -14 q-1 12 -14 14Z M76 50 q-6 -10 -2 -17 q7 6 2 17Z" fill="#5FA845"/>';
  if (fine)
    return (
      herb +
      times(38, (i) =>
        round(i % 3 ? color : lighten(color, 0.2), 16 + ((i * 37) % 62), 53 - ((i * 17) % (i % 2 ? 12 : 22)), 5),
      ) +
      base
    );
  const at = large
    ? [
        [34, 42, 1.5],
        [64, 40, 1.4],
      ]
    : [
        [26, 46, 1],
        [50, 46, 1.05],
        [74, 46, 1],
        [38, 31, 0.95],
        [62, 30, 1],
      ];
  const piece = ([x, y, k]) =>
    `<g transform="translate(${x} ${y}) scale(${k}) rotate(${x * 7})">${fromAbove(color, (paint) => `<path d="M-15 2 Q-16 -12 -2 -13 Q14 -14 15 -1 Q15 12 1 13 Q-13 14 -15 2Z" fill="${paint}" stroke="${darken(color, 0.2)}" stroke-width=".8"/>`)}<path d="M-8 -6 Q0 -10 8 -4" stroke="${lighten(color, 0.65)}" stroke-width="2.4" fill="none" stroke-linecap="round"/>${bone ? '<circle cx="2" cy="3" r="4.6" fill="#FFF6EA"/><circle cx="2" cy="3" r="2" fill="#C98A6B"/>' : ''}</g>`;
  return herb + at.map(piece).join('') + base;
}

/** Eggs standing in a tray. */
export function eggs(color) {
  const egg = (x, y, r) =>
    round(color, x, y, r).replace(
      /<circle cx="[^"]+" cy="[^"]+" r="[^"]+" /,
      `<path d="M${x - r} ${y + r * 0.25} Q${x - r} ${y - r * 1.35} ${x} ${y - r * 1.35} Q${x + r} ${y - r * 1.35} ${x + r} ${y + r * 0.25} Q${x + r} ${y + r} ${x} ${y + r} Q${x - r} ${y + r} ${x - r} ${y + r * 0.25}Z" `,
    );
  const back = egg(34, 44, 13) + egg(66, 44, 13);
  const frontRow = egg(20, 60, 14) + egg(50, 58, 14.5) + egg(80, 60, 14);
  const carton = fromAbove(
    '#A9A294',
    (paint) =>
      `<path d="M2 62 Q10 56 18 64 Q26 72 34 64 Q42 56 50 64 Q58 72 66 64 Q74 56 82 64 Q90 72 98 62 L92 90 Q91 96 84 96 H16 Q9 96 8 90Z" fill="${paint}"/>`,
  );
  return back + frontRow + carton + '<path d="M12 84 H88" stroke="#7E776A" stroke-width="2" opacity=".6"/>';
}
