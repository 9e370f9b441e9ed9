/** Small helpers for drawing SVG as text. All shapes live in a box of 100 x 100 and stand on y = 96. */

let lastId = 0;
export const freshId = () => `a${++lastId}`;

const channels = (hex) => [1, 3, 5].map((at) => parseInt(hex.slice(at, at + 2), 16));

/** A colour between two: share 0 is the first, 1 the second. */
export function mix(first, second, share) {
  const to = channels(second);
  const mixed = channels(first).map((value, i) => Math.round(value + (to[i] - value) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

export const lighten = (hex, share) => mix(hex, '#ffffff', share);
export const darken = (hex, share) => mix(hex, '#2a1608', share);

const stops = (list) => list.map(([offset, color]) => `<stop offset="${offset}" stop-color="${color}"/>`).join('');

/** Draws with a gradient: `draw` gets the paint to use as fill. */
export function withGradient(kind, attributes, list, draw) {
  const id = freshId();
  return `<defs><${kind} id="${id}" ${attributes}>${stops(list)}</${kind}></defs>${draw(`url(#${id})`)}`;
}

/** Light from the left, as on a bottle or a tin. */
export const upright = (color, draw) =>
  withGradient(
    'linearGradient',
    'x1="0" x2="1" y1="0" y2="0"',
    [
      [0, lighten(color, 0.12)],
      [0.28, lighten(color, 0.4)],
      [0.55, color],
      [1, darken(color, 0.22)],
    ],
    draw,
  );

/** Light from above, as on cloth or paper. */
export const fromAbove = (color, draw) =>
  withGradient(
    'linearGradient',
    'x1=".2" x2=".7" y1="0" y2="1"',
    [
      [0, lighten(color, 0.28)],
      [0.5, color],
      [1, darken(color, 0.16)],
    ],
    draw,
  );

/** Light on a ball. */
export const ball = (color, draw) =>
  withGradient(
    'radialGradient',
    'cx=".36" cy=".28" r=".8"',
    [
      [0, lighten(color, 0.5)],
      [0.5, color],
      [1, darken(color, 0.28)],
    ],
    draw,
  );

/** Numbers between 0 and 1 that look thrown and are always the same. */
export function thrown(seed) {
  let state = seed * 0x9e3779b9;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

export const times = (count, draw) => Array.from({ length: count }, (_, i) => draw(i)).join('');
export const place = (art, x, y, size, turn = 0) =>
  `<g transform="translate(${x} ${y}) scale(${size / 100}) rotate(${turn} 50 50)">${art}</g>`;
