import { emoji } from '../lib/emoji.mjs';
import { darken, fromAbove, lighten, place, upright } from '../lib/svg.mjs';

const labelled = (picture, x, y, size, change) =>
  picture ? place(emoji(picture, change), x - size / 2, y - size / 2, size) : '';

/** A bottle; `neck` 1 is slim as for syrup, 2 wide as for milk. */
export function bottle({ color, cap = '#0B5D66', label = '#FFFAF1', picture, change, neck = 1 }) {
  const half = neck === 2 ? 12 : 8;
  const shape = `M${50 - half} 16 V26 Q${50 - half} 34 36 38 Q28 42 28 52 V88 Q28 96 36 96 H64 Q72 96 72 88 V52 Q72 42 64 38 Q${50 + half} 34 ${50 + half} 26 V16Z`;
  const body = upright(color, (paint) => `<path d="${shape}" fill="${paint}"/>`);
  const top = upright(
    cap,
    (paint) => `<rect x="${50 - half - 2}" y="5" width="${half * 2 + 4}" height="13" rx="3" fill="${paint}"/>`,
  );
  const paper = `<path d="M28 53 H72 V84 H28Z" fill="${label}"/><path d="M28 80 H72 V84 H28Z" fill="${cap}" opacity=".85"/>`;
  const shine =
    '<path d="M34 44 Q32 47 32 52 V88" stroke="#fff" stroke-width="2.6" stroke-linecap="round" fill="none" opacity=".5"/>';
  return body + paper + labelled(picture, 50, 66, 25, change) + shine + top;
}

/** An oil can with a handle. */
export function oilCan({ color, cap = '#1E7A3C', label = '#FFFAF1', picture, change }) {
  const body = upright(
    color,
    (paint) =>
      `<path fill-rule="evenodd" d="M38 16 H52 V24 Q74 24 78 36 V88 Q78 96 70 96 H30 Q22 96 22 88 V42 Q22 30 38 26Z M58 33 Q70 33 70 40 V48 H60Z" fill="${paint}"/>`,
  );
  const top = upright(cap, (paint) => `<rect x="36" y="6" width="18" height="12" rx="3" fill="${paint}"/>`);
  const paper = `<rect x="27" y="54" width="46" height="34" rx="4" fill="${label}"/><rect x="27" y="82" width="46" height="6" rx="2" fill="${cap}" opacity=".85"/>`;
  const shine = '<path d="M28 44 V90" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".5"/>';
  return body + paper + labelled(picture, 50, 68, 26, change) + shine + top;
}

/** A glass jar with a screw lid. */
export function jar({ color, lid = '#B3261E', label = '#FFFAF1', picture, change, low = false }) {
  const top = low ? 44 : 22;
  const middle = (top + 100) / 2 + 2;
  const body = upright(
    color,
    (paint) =>
      `<path d="M24 ${top} Q19 ${top + 5} 19 ${top + 11} V86 Q19 96 29 96 H71 Q81 96 81 86 V${top + 11} Q81 ${top + 5} 76 ${top}Z" fill="${paint}"/>`,
  );
  const screw = upright(
    lid,
    (paint) =>
      `<rect x="22" y="${top - 14}" width="56" height="15" rx="4" fill="${paint}"/><path d="M22 ${top - 3} H78" stroke="${darken(lid, 0.3)}" stroke-width="1.4"/>`,
  );
  const size = low ? 26 : 34;
  const paper = `<rect x="${50 - size * 0.68}" y="${middle - size / 2}" width="${size * 1.36}" height="${size}" rx="6" fill="${label}"/>`;
  const shine = `<path d="M25 ${top + 12} V86" stroke="#fff" stroke-width="3" stroke-linecap="round" opacity=".5"/>`;
  return body + paper + labelled(picture, 50, middle, size * 0.78, change) + shine + screw;
}

/** A squeezed tube standing on its cap. */
export function tube({ color, cap = '#FFFFFF', stripe = '#FFFAF1', picture, change }) {
  const body = fromAbove(color, (paint) => `<path d="M24 8 H76 L66 78 H34Z" fill="${paint}"/>`);
  const crimp = `<path d="M23 5 H77 V12 H23Z" fill="${darken(color, 0.2)}"/>`;
  const band = `<path d="M26.6 26 H73.4 L68.8 58 H31.2Z" fill="${stripe}"/>`;
  const foot = upright(
    cap,
    (paint) =>
      `<path d="M35 80 H65 L63 96 H37Z" fill="${paint}" stroke="${darken(lighten(cap, 0.1), 0.2)}" stroke-width=".8"/>`,
  );
  const shine = '<path d="M31 16 L36 72" stroke="#fff" stroke-width="2.6" stroke-linecap="round" opacity=".45"/>';
  return body + crimp + band + labelled(picture, 50, 42, 25, change) + foot + shine;
}
