import { darken, freshId, lighten, mix, place, times } from './lib/svg.mjs';

const WIDTH = 520;
const HEIGHT = 300;
const STRIPES = 10;

const board = (sign) =>
  `<rect x="22" y="15" width="476" height="80" rx="13" fill="#2a1608" opacity=".16"/>` +
  `<rect x="20" y="11" width="480" height="80" rx="13" fill="${sign}"/>` +
  `<rect x="26" y="17" width="468" height="68" rx="9" fill="none" stroke="#FFC04D" stroke-width="2" stroke-dasharray="1 7" stroke-linecap="round"/>`;

/** Scalloped stripes, lit from above, with a shadow on what hangs below. */
function awning(color, rail) {
  const w = WIDTH / STRIPES;
  const scallop = (i, dy) => `M${i * w} 102 h${w} v${36 + dy} a${w / 2} ${w / 2.4} 0 0 1 ${-w} 0Z`;
  const shadow = times(STRIPES, (i) => `<path d="${scallop(i, 7)}" fill="#2a1608" opacity=".1"/>`);
  const stripes = times(STRIPES, (i) => `<path d="${scallop(i, 0)}" fill="${i % 2 ? '#FFFAF1' : color}"/>`);
  const id = freshId();
  const light = `<defs><linearGradient id="${id}" x1="0" x2="0" y1="0" y2="1"><stop offset="0" stop-color="#2a1608" stop-opacity=".22"/><stop offset=".5" stop-color="#2a1608" stop-opacity="0"/></linearGradient></defs><rect y="102" width="${WIDTH}" height="50" fill="url(#${id})"/>`;
  return `${shadow}${stripes}${light}<rect y="98" width="${WIDTH}" height="8" fill="${rail}"/>`;
}

function shelf(goods) {
  const first = 62;
  const step = (WIDTH - first * 2) / (goods.length - 1);
  const standing = goods
    .map(
      (art, i) =>
        `<ellipse cx="${first + i * step}" cy="250" rx="34" ry="4.4" fill="#2a1608" opacity=".2"/>${place(art, first + i * step - 40, 173, 80)}`,
    )
    .join('');
  return `${standing}<rect x="18" y="250" width="484" height="11" rx="5.5" fill="#B98A4A"/><rect x="18" y="250" width="484" height="4" rx="2" fill="#D6AC6E"/>`;
}

const counter = (sign, wall) =>
  `<rect y="272" width="${WIDTH}" height="28" fill="${mix(sign, wall, 0.25)}"/><rect y="268" width="${WIDTH}" height="6" fill="${darken(sign, 0.2)}"/>` +
  times(13, (i) => `<path d="M${20 + i * 40} 280 l8 6 l-8 6 l-8 -6Z" fill="${lighten(sign, 0.55)}" opacity=".7"/>`);

/** A shop seen straight on: signboard, awning, shelf with goods, counter. Lettering comes on top of it. */
export function shopFront({ sign, awning: color, wall }, goods) {
  const inside = mix(wall, '#D9B47C', 0.42);
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${WIDTH * 2}" height="${HEIGHT * 2}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${wall}"/><rect y="104" width="${WIDTH}" height="170" fill="${inside}"/>
${times(6, (i) => `<rect x="${i * 104 - 8}" y="104" width="6" height="170" fill="${darken(inside, 0.1)}" opacity=".45"/>`)}
${board(sign)}${shelf(goods)}${counter(sign, wall)}${awning(color, darken(sign, 0.15))}</svg>`;
}
