import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { freshId } from './svg.mjs';

const file = createRequire(import.meta.url).resolve('@iconify-json/fluent-emoji/icons.json');
const set = JSON.parse(readFileSync(file, 'utf8'));

/** Gradients of two emoji in one drawing would mix if they kept their ids. */
function withOwnIds(body) {
  const own = freshId();
  return body
    .replace(/id="([^"]+)"/g, `id="${own}$1"`)
    .replace(/url\(#([^)]+)\)/g, `url(#${own}$1)`)
    .replace(/href="#([^"]+)"/g, `href="#${own}$1"`);
}

const colourFilters = ({ hue, saturate, brightness }) =>
  [
    hue === undefined ? '' : `<feColorMatrix type="hueRotate" values="${hue}"/>`,
    saturate === undefined ? '' : `<feColorMatrix type="saturate" values="${saturate}"/>`,
    brightness === undefined
      ? ''
      : `<feComponentTransfer>${['R', 'G', 'B'].map((c) => `<feFunc${c} type="linear" slope="${brightness}"/>`).join('')}</feComponentTransfer>`,
  ].join('');

/** A Fluent emoji as art in the 100 box, its colour turned when asked. */
export function emoji(name, change) {
  const icon = set.icons[name];
  if (!icon) throw new Error(`No emoji named ${name}`);
  const art = `<g transform="scale(${100 / (icon.width ?? set.width ?? 32)})">${withOwnIds(icon.body)}</g>`;
  if (!change) return art;
  const filter = freshId();
  const defs = `<defs><filter id="${filter}" color-interpolation-filters="sRGB">${colourFilters(change)}</filter></defs>`;
  return `${defs}<g filter="url(#${filter})">${art}</g>`;
}
