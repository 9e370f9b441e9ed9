import { emoji } from '../lib/emoji.mjs';
import { ball, darken, fromAbove, lighten, place, times, upright } from '../lib/svg.mjs';

/** A bound book or notebook with a label and an emblem. */
export function book(color, { picture, spine = darken(color, 0.3), ruled = true } = {}) {
  const pages =
    '<path d="M24 10 H84 V94 H24Z" fill="#F3EBDD"/><path d="M80 12 V92 M82.5 12 V92" stroke="#CFC3AE" stroke-width=".8"/>';
  const cover = fromAbove(color, (paint) => `<path d="M20 6 H76 Q80 6 80 10 V88 Q80 92 76 92 H20Z" fill="${paint}"/>`);
  const back = `<path d="M14 10 Q14 6 20 6 H26 V92 H20 Q14 92 14 96 Z" fill="${spine}"/><path d="M14 96 Q14 92 20 92 H80 V96Z" fill="${spine}"/>`;
  const label = picture
    ? `<circle cx="53" cy="42" r="19" fill="#FFFAF1"/>${place(emoji(picture), 39, 28, 28)}<path d="M38 74 H68" stroke="#FFFAF1" stroke-width="3.4" stroke-linecap="round"/>`
    : `<rect x="35" y="22" width="36" height="26" rx="3" fill="#FFFAF1"/>${ruled ? `<path d="M40 30 H66 M40 36 H66 M40 42 H56" stroke="${darken(color, 0.1)}" stroke-width="1.6"/>` : ''}`;
  return pages + cover + back + label;
}

/** A pen lying aslant. */
export const pen = (color, { tip = '#C9CFD6', grip = darken(color, 0.3) } = {}) =>
  `<g transform="rotate(38 50 50)">${upright(color, (paint) => `<rect x="43" y="2" width="14" height="66" rx="5" fill="${paint}"/>`)}${upright(grip, (paint) => `<path d="M43 60 H57 V78 H43Z" fill="${paint}"/>`)}${upright(tip, (paint) => `<path d="M44 78 H56 L51.5 95 H48.5Z" fill="${paint}"/>`)}<path d="M50 95 v4" stroke="#201A14" stroke-width="2"/><rect x="55" y="6" width="4" height="30" rx="2" fill="#E9EDF1" stroke="#9AA3AD" stroke-width=".6"/></g>`;

/** A coil of wire or a roll of tape, seen from the side. */
export const coil = (color, { turns = 5, hole = '#F3EBDD' } = {}) =>
  ball(color, (paint) => `<circle cx="50" cy="54" r="42" fill="${paint}"/>`) +
  times(
    turns,
    (i) =>
      `<circle cx="50" cy="54" r="${38 - i * (18 / turns)}" fill="none" stroke="${i % 2 ? lighten(color, 0.35) : darken(color, 0.28)}" stroke-width="1.6"/>`,
  ) +
  `<circle cx="50" cy="54" r="17" fill="${hole}"/><circle cx="50" cy="54" r="17" fill="none" stroke="${darken(color, 0.4)}" stroke-width="2"/>`;

/** A plate for the wall: a switch or a socket. */
export function wallPlate({ socket = false, count = 1, wide = false } = {}) {
  const left = wide ? 4 : 16;
  const width = wide ? 92 : 68;
  const base = fromAbove(
    '#F4F1EA',
    (paint) =>
      `<rect x="${left}" y="${wide ? 30 : 14}" width="${width}" height="${wide ? 56 : 80}" rx="9" fill="${paint}" stroke="#C9C0B2" stroke-width="1.4"/>`,
  );
  const holes = (x, y, k) =>
    `<g transform="translate(${x} ${y}) scale(${k})"><circle r="17" fill="#E6E0D5"/><circle cy="-7.5" r="4.4" fill="#4A4239"/><circle cx="-7.5" cy="6" r="3.4" fill="#4A4239"/><circle cx="7.5" cy="6" r="3.4" fill="#4A4239"/></g>`;
  if (wide)
    return (
      base +
      times(count, (i) => holes(17 + i * 19, 56, 0.5)) +
      '<rect x="79" y="46" width="11" height="20" rx="3" fill="#B3261E"/>' +
      '<path d="M4 58 Q-6 58 0 84 Q4 97 24 96" stroke="#4A4239" stroke-width="3.4" fill="none"/>'
    );
  if (socket) return base + holes(50, 54, 1.3);
  return (
    base +
    '<rect x="33" y="30" width="34" height="48" rx="5" fill="#E6E0D5"/>' +
    fromAbove('#FFFFFF', (paint) => `<path d="M36 33 H64 V54 H36Z" fill="${paint}"/>`) +
    '<path d="M36 54 H64 V75 H36Z" fill="#D8D0C2"/><circle cx="50" cy="40" r="2.2" fill="#B3261E"/>'
  );
}

/** A three-pin plug seen from its pins. */
export const plug = () =>
  fromAbove(
    '#F4F1EA',
    (paint) =>
      `<path d="M22 44 Q22 34 32 34 H68 Q78 34 78 44 V62 Q78 80 60 82 V96 H40 V82 Q22 80 22 62Z" fill="${paint}" stroke="#C9C0B2" stroke-width="1.4"/>`,
  ) +
  [
    [34, 14, 20],
    [50, 6, 28],
    [66, 14, 20],
  ]
    .map(([x, y, h]) =>
      upright('#D6A94A', (paint) => `<rect x="${x - 3.5}" y="${y}" width="7" height="${h}" rx="3" fill="${paint}"/>`),
    )
    .join('') +
  '<path d="M36 56 H64 M36 64 H64" stroke="#C9C0B2" stroke-width="2.4" stroke-linecap="round"/>';

/** A tube light in its fitting. */
export const tubeLight = () =>
  `<g transform="rotate(-24 50 54)">${fromAbove('#E6E0D5', (paint) => `<rect x="-2" y="44" width="104" height="12" rx="3" fill="${paint}"/>`)}<rect x="2" y="54" width="96" height="15" rx="7.5" fill="#BDEBFF" opacity=".55"/>${fromAbove('#F7FDFF', (paint) => `<rect x="4" y="56" width="92" height="11" rx="5.5" fill="${paint}" stroke="#BFD9E6" stroke-width=".8"/>`)}<rect x="-1" y="52" width="8" height="17" rx="2" fill="#B7BEC6"/><rect x="93" y="52" width="8" height="17" rx="2" fill="#B7BEC6"/></g>`;

/** A table fan. */
export const fan = () =>
  '<path d="M46 66 H54 V86 H46Z" fill="#8FA7B3"/><ellipse cx="50" cy="90" rx="26" ry="6.5" fill="#0B5D66"/>' +
  '<circle cx="50" cy="40" r="37" fill="#E4F3F5" stroke="#0B5D66" stroke-width="3.4"/>' +
  times(
    3,
    (i) =>
      `<g transform="rotate(${i * 120} 50 40)">${fromAbove('#5CC7D1', (paint) => `<path d="M50 40 Q28 30 38 10 Q54 4 58 18 Q58 30 50 40Z" fill="${paint}"/>`)}</g>`,
  ) +
  times(
    18,
    (i) => `<path d="M50 40 V4" stroke="#0B5D66" stroke-width=".7" opacity=".55" transform="rotate(${i * 20} 50 40)"/>`,
  ) +
  '<circle cx="50" cy="40" r="22" fill="none" stroke="#0B5D66" stroke-width=".8" opacity=".6"/><circle cx="50" cy="40" r="7" fill="#F6A609"/>';

/** A bib tap. */
export const tap = () =>
  fromAbove(
    '#D6A94A',
    (paint) =>
      `<path d="M6 40 H16 V44 H58 Q76 44 76 62 V74 H58 V64 H16 V68 H6Z" fill="${paint}" stroke="#9A7225" stroke-width="1"/><path d="M36 44 V30 H46 V44Z" fill="${paint}"/><rect x="22" y="20" width="38" height="11" rx="5.5" fill="${paint}" stroke="#9A7225" stroke-width="1"/><rect x="55" y="72" width="24" height="7" rx="3" fill="${paint}"/>`,
  ) + '<path d="M67 83 Q60 93 67 96 Q74 93 67 83Z" fill="#5BB7E8"/>';

/** A measuring tape pulled out. */
export const measure = () =>
  '<path d="M60 80 H98 V92 H60Z" fill="#FFD873"/><path d="M68 80 v6 M74 80 v4 M80 80 v6 M86 80 v4 M92 80 v6" stroke="#5A4206" stroke-width="1.4"/><rect x="95" y="78" width="4" height="18" rx="1" fill="#9AA3AD"/>' +
  fromAbove(
    '#F6A609',
    (paint) => `<path d="M8 46 Q8 16 38 16 H52 Q72 16 72 40 V86 Q72 96 62 96 H18 Q8 96 8 86Z" fill="${paint}"/>`,
  ) +
  '<circle cx="40" cy="56" r="22" fill="#0B5D66"/><circle cx="40" cy="56" r="14" fill="#FFFAF1"/><path d="M40 48 V56 L46 60" stroke="#0B5D66" stroke-width="3" fill="none" stroke-linecap="round"/>';

/** A roll of soft cotton or bandage. */
export const roll = (color) =>
  upright(
    color,
    (paint) =>
      `<path d="M18 30 V78 Q18 94 50 94 Q82 94 82 78 V30Z" fill="${paint}" stroke="${darken(color, 0.14)}" stroke-width="1"/>`,
  ) +
  `<ellipse cx="50" cy="30" rx="32" ry="14" fill="${lighten(color, 0.5)}" stroke="${darken(color, 0.16)}" stroke-width="1.2"/><path d="M50 30 m-20 0 a20 8.6 0 1 1 40 0 a13 5.6 0 1 1 -26 0 a7 3 0 1 1 14 0" fill="none" stroke="${darken(color, 0.24)}" stroke-width="1.6"/>`;

/** Rods or sticks fanned from one hand: incense, broom. */
export const sticks = (rod, tip, glow) =>
  times(
    7,
    (i) =>
      `<g transform="rotate(${-21 + i * 7} 50 98)"><path d="M50 96 V62" stroke="${rod}" stroke-width="2.2"/><path d="M50 64 V16" stroke="${tip}" stroke-width="4.4" stroke-linecap="round"/><circle cx="50" cy="15" r="2.6" fill="${glow}"/></g>`,
  ) +
  '<path d="M50 10 Q40 2 50 -6" stroke="#B8AB9C" stroke-width="2" fill="none" opacity=".6"/>' +
  fromAbove('#8C2B20', (paint) => `<path d="M34 82 H66 L63 97 H37Z" fill="${paint}"/>`);

/** A cup with a saucer as tumbler and davara. */
export const tumbler = (drink, foam) =>
  upright(
    '#AEB6BF',
    (paint) =>
      `<path d="M14 70 H86 L80 92 Q79 96 74 96 H26 Q21 96 20 92Z" fill="${paint}"/><path d="M10 66 H90 V72 H10Z" fill="${paint}"/>`,
  ) +
  upright('#C3CAD2', (paint) => `<path d="M30 18 H70 L66 72 H34Z" fill="${paint}"/>`) +
  `<ellipse cx="50" cy="18" rx="22" ry="7" fill="#EEF1F4"/><ellipse cx="50" cy="18.6" rx="18.6" ry="5" fill="${drink}"/>` +
  `<ellipse cx="50" cy="17.4" rx="15" ry="3.6" fill="${foam}"/>` +
  times(6, (i) => `<circle cx="${40 + i * 4}" cy="${16.6 + (i % 2) * 1.8}" r="1.7" fill="${lighten(foam, 0.5)}"/>`);

/** A clay pot; `inside` fills its mouth. */
export const clayPot = (inside) =>
  ball('#B9623A', (paint) => `<path d="M26 34 Q6 46 10 70 Q14 96 50 96 Q86 96 90 70 Q94 46 74 34Z" fill="${paint}"/>`) +
  fromAbove('#C9764C', (paint) => `<path d="M20 24 H80 V33 Q50 46 20 33Z" fill="${paint}"/>`) +
  `<ellipse cx="50" cy="24" rx="31" ry="9.6" fill="#8F4525"/><ellipse cx="50" cy="24.6" rx="26.6" ry="7.4" fill="${inside}"/><path d="M13 62 Q50 76 87 62" stroke="#FFE8BC" stroke-width="2" stroke-dasharray="3 4" fill="none"/>`;
