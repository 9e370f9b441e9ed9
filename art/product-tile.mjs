import { freshId, place } from './lib/svg.mjs';

const GROUNDS = {
  staples: ['#FFF3D9', '#FBDDA0'],
  dairy: ['#E7F0FC', '#C8DBF5'],
  produce: ['#E6F5E2', '#C4E5BC'],
  fruit: ['#FFE9EC', '#FBC9D1'],
  sea: ['#E0F4F6', '#B5DFE6'],
  meat: ['#FDEBE4', '#F3C9BA'],
  bakery: ['#FFEFDD', '#F6D0A6'],
  sweets: ['#FFE9EE', '#F8C6CF'],
  tiffin: ['#FFF1D6', '#F9CF97'],
  health: ['#E5F6F0', '#BCE3D5'],
  stationery: ['#ECEAF9', '#CFC8EE'],
  hardware: ['#E9EEF2', '#C7D3DC'],
  flowers: ['#FBE9F4', '#F0C6DF'],
  pooja: ['#FFEBD4', '#F8C88F'],
  clothes: ['#F0EAF8', '#D9CBEC'],
};

/** A square tile, 240 units wide: gradient ground, a soft wave, a shadow, and the art standing on it. */
export function productTile({ ground, art }, pixels) {
  const [light, deep] = GROUNDS[ground];
  const id = freshId();
  return `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="${pixels}" height="${pixels}" viewBox="0 0 240 240">
<defs><radialGradient id="${id}" cx=".5" cy=".38" r=".75"><stop offset="0" stop-color="${light}"/><stop offset="1" stop-color="${deep}"/></radialGradient></defs>
<rect width="240" height="240" fill="url(#${id})"/>
<path d="M0 172 q60 -28 120 0 t120 0 V240 H0Z" fill="#fff" opacity=".3"/>
<ellipse cx="120" cy="197" rx="66" ry="9.5" fill="#201A14" opacity=".13"/>
${place(art, 46, 46, 148)}</svg>`;
}
