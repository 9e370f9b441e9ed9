import { emoji } from '../lib/emoji.mjs';
import { darken, fromAbove, lighten, place, thrown, times, upright } from '../lib/svg.mjs';

/** What a pack shows on its front: a window on its grain, or an emoji on a pale disc. */
function front({ grain, picture, change }, x, y, size) {
  if (grain) return grainWindow(grain, x, y, size);
  const disc = `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="#FFFAF1"/>`;
  return disc + (picture ? place(emoji(picture, change), x - size * 0.37, y - size * 0.37, size * 0.74) : '');
}

function grainWindow(color, x, y, size) {
  const random = thrown(7);
  const dots = times(34, () => {
    const angle = random() * Math.PI * 2;
    const far = Math.sqrt(random()) * size * 0.43;
    const tone = random() > 0.5 ? darken(color, 0.16) : lighten(color, 0.45);
    return `<circle cx="${x + Math.cos(angle) * far}" cy="${y + Math.sin(angle) * far}" r="${size * 0.05}" fill="${tone}"/>`;
  });
  return `<circle cx="${x}" cy="${y}" r="${size / 2}" fill="${color}" stroke="#FFFAF1" stroke-width="2.4"/>${dots}`;
}

/** A standing pouch with a sealed top. */
export function pouch({ color, band = '#F6A609', ...shown }) {
  const body = fromAbove(
    color,
    (paint) => `<path d="M24 12 H76 L80 88 Q80 96 72 96 H28 Q20 96 20 88Z" fill="${paint}"/>`,
  );
  const seal = `<path d="M23.6 6 H76.4 V15 H23.4Z" fill="${darken(color, 0.18)}"/>${times(8, (i) => `<path d="M${28 + i * 6.2} 7.5 v6" stroke="${lighten(color, 0.3)}" stroke-width="1"/>`)}`;
  const label = `<path d="M21.2 70 H78.9 L79.6 83 H20.5Z" fill="${band}"/><path d="M34 76.5 H66" stroke="#FFFAF1" stroke-width="3" stroke-linecap="round" opacity=".85"/>`;
  const shine = `<path d="M28 20 Q26 50 26 66" stroke="#fff" stroke-width="3.4" stroke-linecap="round" fill="none" opacity=".35"/>`;
  return body + seal + label + front(shown, 50, 43, 42) + shine;
}

/** A pillow pack with cut edges, as biscuits and spices come. */
export function packet({ color, band = '#FFFAF1', ...shown }) {
  const body = fromAbove(
    color,
    (paint) => `<path d="M18 14 ${zigzag(14, true)} L82 90 ${zigzag(90, false)} Z" fill="${paint}"/>`,
  );
  const seals = `<path d="M18 20 H82 M18 88 H82" stroke="${darken(color, 0.25)}" stroke-width="1.2" opacity=".6"/>`;
  const stripe = `<path d="M18 68 H82 V80 H18Z" fill="${band}" opacity=".94"/><path d="M32 74 H68" stroke="${darken(color, 0.1)}" stroke-width="2.8" stroke-linecap="round"/>`;
  const shine = `<path d="M24 26 V62" stroke="#fff" stroke-width="3.2" stroke-linecap="round" opacity=".38"/>`;
  return body + seals + stripe + front(shown, 50, 44, 40) + shine;
}

/** Sixteen teeth of 4 x 3 along a horizontal edge and back. */
function zigzag(y, top) {
  const step = top ? 4 : -4;
  const start = top ? 18 : 82;
  return Array.from(
    { length: 16 },
    (_, i) => `L${start + step * (i + 0.5)} ${y + (top ? -4 : 4)} L${start + step * (i + 1)} ${y}`,
  ).join(' ');
}

/** A carton seen a little from the side. */
export function box({ color, side = darken(color, 0.24), band = '#FFFAF1', wide = false, ...shown }) {
  const left = wide ? 8 : 20;
  const right = wide ? 80 : 68;
  const top = wide ? 34 : 16;
  const middle = (left + right) / 2;
  const face = fromAbove(color, (paint) => `<path d="M${left} ${top} H${right} V96 H${left}Z" fill="${paint}"/>`);
  const turned = `<path d="M${right} ${top} L${right + 14} ${top - 8} V86 L${right} 96Z" fill="${side}"/>`;
  const lid = `<path d="M${left} ${top} L${left + 14} ${top - 8} H${right + 14} L${right} ${top}Z" fill="${lighten(color, 0.35)}"/>`;
  const stripe = `<path d="M${left} 78 H${right} V89 H${left}Z" fill="${band}"/><path d="M${left + 8} 83.5 H${right - 8}" stroke="${darken(color, 0.1)}" stroke-width="2.6" stroke-linecap="round"/>`;
  return face + turned + lid + stripe + front(shown, middle, (top + 78) / 2, wide ? 34 : 38);
}

/** A tin or a round carton. */
export function tin({ color, lid = '#E9E2D8', band = '#FFFAF1', ...shown }) {
  const body = upright(color, (paint) => `<path d="M22 20 V88 Q22 96 50 96 Q78 96 78 88 V20Z" fill="${paint}"/>`);
  const top = upright(
    lid,
    (paint) =>
      `<path d="M20 12 V22 Q20 29 50 29 Q80 29 80 22 V12Z" fill="${paint}"/><ellipse cx="50" cy="12" rx="30" ry="6.5" fill="${lighten(lid, 0.45)}"/>`,
  );
  const stripe = `<path d="M22 74 Q50 82 78 74 V85 Q50 93 22 85Z" fill="${band}" opacity=".95"/>`;
  return body + stripe + top + front(shown, 50, 53, 36);
}

/** A tablet strip. */
export function blister({ color, foil = '#D5DCE4' }) {
  const sheet = fromAbove(foil, (paint) => `<rect x="14" y="26" width="72" height="56" rx="6" fill="${paint}"/>`);
  const pills = times(10, (i) => {
    const x = 24.5 + (i % 5) * 12.8;
    const y = i < 5 ? 42 : 65;
    return `<circle cx="${x}" cy="${y + 1.2}" r="5.6" fill="#2a1608" opacity=".18"/><circle cx="${x}" cy="${y}" r="5.4" fill="${color}"/><path d="M${x - 3} ${y} h6" stroke="${darken(color, 0.2)}" stroke-width="1"/><circle cx="${x - 1.8}" cy="${y - 2.2}" r="1.3" fill="#fff" opacity=".8"/>`;
  });
  const perforation = '<path d="M14 54 H86" stroke="#fff" stroke-width="1.2" stroke-dasharray="2.4 2.4"/>';
  return `<g transform="rotate(-12 50 54)">${sheet}${perforation}${pills}</g>`;
}

/** A sack rolled open, with its grain heaped. */
export function sack({ grain, cloth = '#B9884E' }) {
  const random = thrown(11);
  const body = fromAbove(
    cloth,
    (paint) => `<path d="M18 46 Q12 78 20 91 Q22 96 30 96 H70 Q78 96 80 91 Q88 78 82 46Z" fill="${paint}"/>`,
  );
  const weave = times(
    5,
    (i) =>
      `<path d="M${28 + i * 11} 56 Q${26 + i * 12} 76 ${29 + i * 10.5} 94" stroke="${darken(cloth, 0.22)}" stroke-width="1" fill="none" opacity=".5"/>`,
  );
  const heap = `<path d="M20 46 Q30 14 50 13 Q70 14 80 46 Q50 56 20 46Z" fill="${grain}"/>`;
  const dots = times(60, () => {
    const across = random();
    const x = 24 + across * 52;
    const roof = 46 - Math.sin(across * Math.PI) * 30;
    const y = roof + 2 + random() * (46 - roof);
    const tone = random() > 0.55 ? darken(grain, 0.2) : lighten(grain, 0.4);
    return `<ellipse cx="${x}" cy="${y}" rx="2.3" ry="1.7" fill="${tone}" transform="rotate(${random() * 180} ${x} ${y})"/>`;
  });
  const rim = fromAbove(
    lighten(cloth, 0.22),
    (paint) =>
      `<path d="M14 46 Q14 40 21 41 Q50 53 79 41 Q86 40 86 46 Q86 52 79 52 Q50 63 21 52 Q14 52 14 46Z" fill="${paint}"/>`,
  );
  return body + weave + heap + dots + rim;
}
