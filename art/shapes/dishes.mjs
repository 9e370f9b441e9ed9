import { ball, darken, fromAbove, lighten, thrown, times, upright } from '../lib/svg.mjs';

/** Crumbs thrown over a dome that spans x 16..84 and rises from y = base to y = base - rise. */
function crumbs(colors, { base, rise, count, long = 2.6, short = 1.7, seed = 5 }) {
  const random = thrown(seed);
  return times(count, (i) => {
    const across = 0.06 + random() * 0.88;
    const roof = Math.sin(across * Math.PI) * rise;
    const x = 16 + across * 68;
    const y = base + 3 - random() * roof * 0.92;
    return `<ellipse cx="${x}" cy="${y}" rx="${long}" ry="${short}" fill="${colors[i % colors.length]}" transform="rotate(${random() * 180} ${x} ${y})"/>`;
  });
}

/** A bowl heaped with something; `bits` are thrown on it, `balls` lie in it. */
export function bowl({ fill, bits = [], dish = '#B3261E', rise = 30, count = 46, long, short, balls }) {
  const heap = ball(
    fill,
    (paint) =>
      `<path d="M14 54 Q22 ${54 - rise * 1.15} 50 ${54 - rise * 1.2} Q78 ${54 - rise * 1.15} 86 54 Q50 66 14 54Z" fill="${paint}"/>`,
  );
  const lying = balls ? times(5, (i) => round(balls, [28, 50, 72, 39, 61][i], [47, 44, 47, 52, 52][i], 12.5)) : '';
  const body = upright(
    dish,
    (paint) => `<path d="M10 52 Q50 68 90 52 Q90 84 66 92 V96 H34 V92 Q10 84 10 52Z" fill="${paint}"/>`,
  );
  const rim = `<path d="M10 52 Q50 68 90 52 Q90 56 89 58 Q50 73 11 58 Q10 56 10 52Z" fill="${lighten(dish, 0.45)}"/>`;
  return (
    heap +
    crumbs(bits, { base: 53, rise: rise * 1.05, count: bits.length ? count : 0, long, short }) +
    lying +
    body +
    rim
  );
}

export const round = (color, x, y, r) =>
  ball(color, (paint) => `<circle cx="${x}" cy="${y}" r="${r}" fill="${paint}"/>`);

/** A steel plate lined with banana leaf, seen from the front; `on` is drawn upon it. */
export function plate(on, { leaf = true } = {}) {
  const steel = fromAbove('#C9CFD6', (paint) => `<ellipse cx="50" cy="78" rx="47" ry="17" fill="${paint}"/>`);
  const inner = leaf
    ? '<ellipse cx="50" cy="76" rx="41" ry="13.4" fill="#5FA845"/><path d="M10 76 H90" stroke="#A9D68B" stroke-width="1.6"/>'
    : '<ellipse cx="50" cy="76" rx="40" ry="13" fill="#EEF1F4"/>';
  return `<path d="M3 78 Q5 96 50 96 Q95 96 97 78Z" fill="#9AA3AD"/>${steel}${inner}${on}`;
}

/** A small steel cup of chutney or sambar. */
export const cup = (color, x, y, r = 11) =>
  upright(
    '#C3CAD2',
    (paint) =>
      `<path d="M${x - r} ${y} V${y + r * 0.75} Q${x} ${y + r * 1.5} ${x + r} ${y + r * 0.75} V${y}Z" fill="${paint}"/>`,
  ) +
  `<ellipse cx="${x}" cy="${y}" rx="${r}" ry="${r * 0.42}" fill="#EEF1F4"/><ellipse cx="${x}" cy="${y + 0.4}" rx="${r * 0.82}" ry="${r * 0.3}" fill="${color}"/>`;

/** A soft cake as idli: flat below, domed above. */
export const dome = (color, x, y, r) =>
  ball(
    color,
    (paint) =>
      `<path d="M${x - r} ${y} Q${x - r} ${y - r * 0.85} ${x} ${y - r * 0.85} Q${x + r} ${y - r * 0.85} ${x + r} ${y} Q${x + r} ${y + r * 0.4} ${x} ${y + r * 0.4} Q${x - r} ${y + r * 0.4} ${x - r} ${y}Z" fill="${paint}"/>`,
  );

/** A fried or baked ring. */
export const ring = (color, x, y, r) =>
  ball(
    color,
    (paint) =>
      `<path fill-rule="evenodd" d="M${x - r} ${y} a${r} ${r * 0.82} 0 1 0 ${2 * r} 0 a${r} ${r * 0.82} 0 1 0 ${-2 * r} 0Z M${x - r * 0.3} ${y} a${r * 0.3} ${r * 0.2} 0 1 1 ${r * 0.6} 0 a${r * 0.3} ${r * 0.2} 0 1 1 ${-r * 0.6} 0Z" fill="${paint}" stroke="${darken(color, 0.3)}" stroke-width="1"/>`,
  );

/** Flat breads piled up, spotted from the pan. */
export function pile({ color, spots = darken(color, 0.3), count = 3, seed = 3, height = 7, rx = 36 }) {
  const random = thrown(seed);
  return times(count, (i) => {
    const y = 74 - i * height;
    const edge = `<ellipse cx="50" cy="${y + height * 0.55}" rx="${rx}" ry="12" fill="${darken(color, 0.2)}"/>`;
    const face = fromAbove(color, (paint) => `<ellipse cx="50" cy="${y}" rx="${rx}" ry="12" fill="${paint}"/>`);
    const marks =
      i === count - 1
        ? times(
            14,
            () =>
              `<ellipse cx="${50 + (random() - 0.5) * rx * 1.5}" cy="${y + (random() - 0.5) * 14}" rx="${1.4 + random() * 2.4}" ry="${1 + random()}" fill="${spots}" opacity=".75"/>`,
          )
        : '';
    return edge + face + marks;
  });
}

/** A crisp dosa rolled to a cone. */
export function dosa({ color = '#D98A2B', filling }) {
  const roll = fromAbove(
    color,
    (paint) => `<path d="M6 72 Q4 58 16 54 L84 40 Q96 40 96 52 Q96 62 86 65 L20 84 Q8 84 6 72Z" fill="${paint}"/>`,
  );
  const mouth = `<ellipse cx="13" cy="69" rx="8" ry="14.5" fill="${darken(color, 0.35)}" transform="rotate(-14 13 69)"/>`;
  const inside = filling
    ? times(6, (i) => round(filling, 9 + (i % 3) * 4.4, 62 + i * 2.8, 4.4))
    : `<ellipse cx="13.6" cy="69" rx="5" ry="11" fill="${lighten(color, 0.45)}" transform="rotate(-14 13 69)"/>`;
  const lace = times(
    6,
    (i) =>
      `<path d="M${26 + i * 11} ${56.5 - i * 2.2} q4 10 1 19" stroke="${darken(color, 0.28)}" stroke-width="1.4" fill="none" opacity=".55"/>`,
  );
  return roll + lace + mouth + inside;
}

/** A glass of something to drink. */
export function glass({ liquid, topping, bits = [], foam }) {
  const body = upright(
    liquid,
    (paint) => `<path d="M28 22 H72 L67 90 Q66 96 60 96 H40 Q34 96 33 90Z" fill="${paint}"/>`,
  );
  const surface = `<ellipse cx="50" cy="22" rx="22" ry="6" fill="${foam ?? lighten(liquid, 0.35)}"/>`;
  const rimmed = `<path d="M26 12 H74 L68.4 90 Q67 97 60 97 H40 Q33 97 31.6 90Z" fill="#E9F4FB" opacity=".35"/><ellipse cx="50" cy="12" rx="24" ry="6" fill="none" stroke="#fff" stroke-width="2" opacity=".9"/>`;
  const random = thrown(9);
  const strewn = times(
    bits.length ? 14 : 0,
    (i) =>
      `<ellipse cx="${50 + (random() - 0.5) * 34}" cy="${22 + (random() - 0.5) * 7}" rx="2" ry="1.2" fill="${bits[i % bits.length]}"/>`,
  );
  const shine = '<path d="M35 30 L38 84" stroke="#fff" stroke-width="3.4" stroke-linecap="round" opacity=".55"/>';
  return body + surface + strewn + (topping ?? '') + rimmed + shine;
}
