import { emoji } from '../lib/emoji.mjs';
import { bottle, jar, tube } from '../shapes/bottles.mjs';
import { book, coil, fan, measure, pen, plug, roll, tap, tubeLight, wallPlate } from '../shapes/goods.mjs';
import { blister, box, packet, tin } from '../shapes/packs.mjs';
import { slab } from '../shapes/sweets.mjs';

const medicines = {
  'blister-white': blister({ color: '#FFFFFF' }),
  'blister-green': blister({ color: '#9FD9B0', foil: '#DDE4EA' }),
  'blister-blue': blister({ color: '#8FBCEB', foil: '#D8DCE6' }),
  'packet-ors': packet({ color: '#F08A2C', picture: 'droplet' }),
  'bottle-cough-syrup': bottle({ color: '#6B2F1A', cap: '#1E7A3C', picture: 'herb' }),
  'bottle-antacid': bottle({ color: '#F2A9BC', cap: '#C2395B', picture: 'sparkles' }),
  'jar-balm': jar({ color: '#2E7D8A', lid: '#0B5D66', low: true, picture: 'leaf-fluttering-in-wind' }),
  'box-isabgol': box({ color: '#5FA56B', picture: 'sheaf-of-rice' }),
  bandage: emoji('adhesive-bandage'),
  'cotton-roll': roll('#F3F5F8'),
  'bottle-antiseptic': bottle({ color: '#C9A227', cap: '#2B4C9B', picture: 'shield' }),
  'tube-antiseptic': tube({ color: '#F1E4DE', cap: '#B3261E', stripe: '#E06A55', picture: 'adhesive-bandage' }),
  'tube-pain-gel': tube({ color: '#3A62C4', cap: '#F6A609', picture: 'flexed-biceps' }),
  thermometer: emoji('thermometer'),
  'bottle-vitamin-c': jar({ color: '#F08A2C', lid: '#FFFFFF', picture: 'tangerine' }),
  'bottle-multivitamin': jar({ color: '#4E9A3B', lid: '#FFFFFF', picture: 'pill' }),
  'box-glucose': box({ color: '#2E9A6B', picture: 'high-voltage' }),
  'jar-chyawanprash': jar({ color: '#5A2E1A', lid: '#F6A609', picture: 'herb' }),
  honey: emoji('honey-pot'),
};

const care = {
  'tube-toothpaste': tube({ color: '#E9504A', cap: '#FFFFFF', picture: 'tooth' }),
  toothbrush: emoji('toothbrush'),
  soap: slab('#7DBE73', { top: '#A8D99B' }),
  'bottle-hair-oil': bottle({ color: '#7FC4EA', cap: '#2B4C9B', picture: 'coconut' }),
  lotion: emoji('lotion-bottle'),
  'packet-pads': packet({ color: '#C77BC4', picture: 'blossom' }),
  'packet-diapers': packet({ color: '#5CB8D6', picture: 'baby' }),
  'tin-baby-powder': tin({ color: '#F7C6D3', lid: '#FFFFFF', picture: 'teddy-bear' }),
  'baby-bottle': emoji('baby-bottle'),
};

const stationery = {
  'notebook-blue': book('#2B62B8'),
  'notebook-green': book('#2E8B57', { ruled: false }),
  'notebook-orange': book('#E8772E'),
  'spiral-notepad': emoji('spiral-notepad'),
  diary: emoji('notebook-with-decorative-cover'),
  ledger: emoji('ledger'),
  'paper-ream': box({ color: '#E4EEFB', side: '#B9CBE3', band: '#2B4C9B', wide: true, picture: 'page-facing-up' }),
  'ball-pen': pen('#2B62B8'),
  'gel-pen': pen('#2A2724', { tip: '#D6A94A' }),
  'fountain-pen': emoji('fountain-pen'),
  pencil: emoji('pencil'),
  eraser: slab('#F2A9BC', { top: '#FCE3EA' }),
  'geometry-box': box({ color: '#F6A609', wide: true, band: '#0B5D66', picture: 'triangular-ruler' }),
  ruler: emoji('straight-ruler'),
  scissors: emoji('scissors'),
  'glue-stick': tin({ color: '#F4C430', lid: '#B3261E', picture: 'sparkle' }),
  'school-bag': emoji('backpack'),
  crayons: box({ color: '#E8572F', picture: 'crayon' }),
  palette: emoji('artist-palette'),
  'paint-brush': emoji('paintbrush'),
  'drawing-book': book('#8A5BC7', { picture: 'artist-palette' }),
  'box-file': book('#4A4641'),
  'paper-clips': emoji('linked-paperclips'),
  'book-red': book('#B3261E', { picture: 'lotus' }),
  'book-blue': book('#2B4C9B', { picture: 'input-latin-letters' }),
  'book-green': book('#1E7A3C', { picture: 'elephant' }),
  atlas: book('#0B5D66', { picture: 'globe-showing-asia-australia' }),
};

const hardware = {
  bulb: emoji('light-bulb', { saturate: 0.45, brightness: 1.08 }),
  'warm-bulb': emoji('light-bulb'),
  'tube-light': tubeLight(),
  torch: emoji('flashlight'),
  battery: emoji('battery'),
  switch: wallPlate(),
  socket: wallPlate({ socket: true }),
  plug: plug(),
  'extension-board': wallPlate({ wide: true, count: 4 }),
  'wire-red': coil('#C3281E'),
  'wire-green': coil('#2E8B57'),
  'insulation-tape': coil('#3A3632', { turns: 2, hole: '#E9E2D8' }),
  fan: fan(),
  hammer: emoji('hammer'),
  screwdriver: emoji('screwdriver'),
  spanner: emoji('wrench'),
  saw: emoji('carpentry-saw'),
  'measuring-tape': measure(),
  ladder: emoji('ladder'),
  screws: emoji('nut-and-bolt'),
  padlock: emoji('locked'),
  tap: tap(),
  bucket: emoji('bucket'),
  broom: emoji('broom'),
};

export const household = [
  { ground: 'health', pictures: { ...medicines, ...care } },
  { ground: 'stationery', pictures: stationery },
  { ground: 'hardware', pictures: hardware },
];
