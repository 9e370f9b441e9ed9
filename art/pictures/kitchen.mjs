import { emoji } from '../lib/emoji.mjs';
import { bun, loaf, puff, rolls, rusks, slice } from '../shapes/baked.mjs';
import { bowl, cup, dome, dosa, glass, pile, plate, ring, round } from '../shapes/dishes.mjs';
import { clayPot, tumbler } from '../shapes/goods.mjs';
import { packet } from '../shapes/packs.mjs';
import { balls, biscuits, blocks, coils, diamonds, onStick, rings, slab } from '../shapes/sweets.mjs';

const dairyKitchen = {
  'clay-pot-curd': clayPot('#FFFDF6'),
  lassi: glass({ liquid: '#FBF4E2', bits: ['#7FA64A', '#D9A441'] }),
  'mango-lassi': glass({ liquid: '#F7B733', bits: ['#E58A12', '#7FA64A'] }),
  'white-butter': slab('#F7EFD6', { top: '#FFFBEF' }),
  'cheese-slices': packet({ color: '#F2B52B', picture: 'cheese-wedge' }),
  paneer: blocks('#F1E9D8', { top: '#FFFDF7' }),
  khoa: slab('#E6CFA4', { top: '#F4E6C8', specks: '#C9A871' }),
  kulfi: onStick('#F7B733', '#7FA64A'),
};

const bakery = {
  bread: emoji('bread'),
  'brown-bread': loaf('#8A5326', { crumb: '#C99A66', specks: '#8A5F34' }),
  pav: rolls('#D98E3F'),
  'sweet-bun': bun('#D48438', { strewn: ['#C3281E', '#3E9B58', '#F6A609'] }),
  'benne-bun': bun('#D98E3F', { split: '#FFE27A' }),
  'khara-bun': bun('#C9792F', { strewn: ['#3E7D33', '#5FA845', '#8C2B20'] }),
  dilpasand: emoji('pie'),
  croissant: emoji('croissant'),
  'garlic-loaf': emoji('baguette-bread'),
  'honey-cake': slice(['#C2395B', '#E9B65A', '#E3A848', '#DB9A3A'], '#FFFDF7'),
  'plum-cake': loaf('#5E3219', { crumb: '#8A4F2C', specks: '#F0A020' }),
  'butter-cake': loaf('#D9962F', { crumb: '#FBE3A0' }),
  pastry: emoji('shortcake'),
  'black-forest': slice(['#FFFDF7', '#4A2414', '#FBF3E6', '#4A2414'], '#4A2414'),
  cupcake: emoji('cupcake'),
  doughnut: emoji('doughnut'),
  'khara-biscuit': biscuits('#D9A04E', '#3E7D33'),
  'butter-biscuit': biscuits('#EDC06E', '#D39A3C'),
  cookie: emoji('cookie'),
  nippattu: biscuits('#B9692B', '#F0D9A0'),
  rusk: rusks('#C98038'),
  puff: puff('#DFA04A', '#B5651D'),
  'egg-puff': puff('#D98E3F', '#FFF3C4'),
  'paneer-roll': emoji('stuffed-flatbread'),
  sandwich: emoji('sandwich'),
};

const sweets = {
  'mysore-pak': blocks('#E0A02C', { specks: '#B87412' }),
  laddu: balls('#E5A83B', { nut: '#FFF1CE' }),
  'motichoor-laddu': balls('#EE8418', { grain: '#D45F0C', nut: '#7FA64A' }),
  'rava-laddu': balls('#F3E6C8', { nut: '#8A4B33' }),
  peda: balls('#A5682F', { grain: '#F7EFE2' }),
  jalebi: coils('#F08A12', { width: 7 }),
  'soan-papdi': blocks('#F2DDA0', { top: '#FBF0CC', specks: '#8FB35A' }),
  'kaju-katli': diamonds('#E8DCC4'),
  'milk-barfi': blocks('#F3E3C3', { specks: '#D4D9DE' }),
  'pista-barfi': blocks('#9CBF5F', { specks: '#5E8A2E' }),
  'coconut-barfi': blocks('#F5A3B5', { specks: '#FFFFFF' }),
  'gulab-jamun': bowl({ fill: '#C9722C', dish: '#0B5D66', rise: 8, balls: '#7A3214' }),
  rasgulla: bowl({ fill: '#F3EDDC', dish: '#8C2B20', rise: 8, balls: '#FFFDF6' }),
  'carrot-halwa': bowl({ fill: '#E8651E', bits: ['#F49A4E', '#C94A0E', '#F7EAD0'], dish: '#2B4C9B' }),
  'gift-box': emoji('wrapped-gift'),
  'dry-fruit-box': bowl({
    fill: '#D9A96A',
    bits: ['#F3E2BE', '#8A4B33', '#7FA64A', '#5B2B3F'],
    dish: '#6B3F22',
    long: 5.4,
    short: 3,
    count: 40,
  }),
};

const namkeen = {
  mixture: bowl({
    fill: '#E3A032',
    bits: ['#F2C45A', '#B9692B', '#5FA845', '#D97A1E'],
    dish: '#B3261E',
    long: 3.6,
    short: 1.3,
    count: 64,
  }),
  murukku: coils('#D9A04E', { ridged: true }),
  kodubale: rings('#C2661F'),
  'om-pudi': bowl({ fill: '#F0BE48', bits: ['#F8D878', '#DFA028'], dish: '#1E7A3C', long: 8, short: 0.9, count: 80 }),
  boondi: bowl({ fill: '#EDAE36', bits: ['#F7CF72', '#D98E1E'], dish: '#0B5D66', long: 3.1, short: 3.1, count: 70 }),
  'banana-chips': bowl({
    fill: '#F2C23E',
    bits: ['#FAD96A', '#E5A820'],
    dish: '#8C2B20',
    long: 9,
    short: 5.6,
    count: 30,
  }),
  'potato-chips': bowl({
    fill: '#EBC268',
    bits: ['#F6DC97', '#D98E3F', '#F0CB78'],
    dish: '#E8572F',
    long: 10,
    short: 6.4,
    count: 26,
  }),
  chikki: blocks('#B9742C', { specks: '#F3DDAE' }),
};

const idli = dome('#FBF7EC', 32, 66, 21) + dome('#FFFDF6', 58, 72, 21);
const sides = (x = 84, y = 70) => cup('#E4EFD8', x, y, 11);
const tiffin = {
  idli: plate(idli + sides()),
  'thatte-idli': plate(dome('#FFFDF6', 44, 70, 34) + sides(84, 72)),
  vada: plate(ring('#C2762C', 34, 60, 22) + ring('#CD8336', 62, 66, 22)),
  'idli-vada': plate(dome('#FBF7EC', 26, 66, 19) + dome('#FFFDF6', 48, 74, 19) + ring('#C2762C', 72, 62, 20)),
  'plain-dosa': plate(dosa({ color: '#E0A040' })),
  'masala-dosa': plate(dosa({ color: '#CF7E26', filling: '#F2CB4E' }) + sides(76, 82)),
  'set-dosa': plate(pile({ color: '#F3DFA8', spots: '#D9A04E' })),
  uttapam: plate(pile({ color: '#EFD79B', spots: '#A8386B', count: 2, height: 9 })),
  'neer-dosa': plate(pile({ color: '#FBF8EE', spots: '#E6DFCB', count: 4, height: 5, rx: 33 })),
  poori: plate(round('#D9962F', 34, 52, 21) + round('#E3A640', 64, 54, 21) + round('#DD9C35', 48, 66, 20)),
  chapati: plate(pile({ color: '#E8C48C', spots: '#A8672C', count: 2, height: 6, seed: 14 })),
  parotta: plate(pile({ color: '#E9C988', spots: '#B87A34', count: 5, height: 6, seed: 9 })),
  'mini-meals': plate(
    dome('#FFFDF6', 50, 70, 20) +
      cup('#D9691E', 16, 68, 9) +
      cup('#F2C23E', 28, 83, 9) +
      cup('#FFFDF6', 72, 83, 9) +
      cup('#5FA845', 84, 68, 9),
  ),
  golibaje: plate(
    [
      [28, 68],
      [50, 72],
      [72, 68],
      [39, 52],
      [61, 52],
      [50, 38],
    ]
      .map(([x, y]) => round('#D08A34', x, y, 13))
      .join(''),
  ),
  'mirchi-bajji': plate(
    [20, 40, 60]
      .map(
        (y, i) =>
          `<g transform="translate(0 ${y - 8}) rotate(-8 50 50)"><path d="M90 40 q8 -6 10 -12" stroke="#3E7D33" stroke-width="4" fill="none" stroke-linecap="round"/>${round('#D9962F', 50, 46, 0.01)}<path d="M8 46 Q30 ${32 - i} 88 38 Q94 46 86 52 Q34 60 8 46Z" fill="${['#D08A34', '#DD9C35', '#E3A640'][i]}" stroke="#A9641A" stroke-width="1"/></g>`,
      )
      .join(''),
  ),
};

const bowls = {
  'bisi-bele-bath': bowl({ fill: '#D98A32', bits: ['#F3C46A', '#5FA845', '#C3441E', '#F5E3B5'], dish: '#8C2B20' }),
  'curd-rice': bowl({ fill: '#FBF8EF', bits: ['#FFFFFF', '#E9E3D3', '#B3263A', '#3E7D33'], dish: '#2B4C9B' }),
  'lemon-rice': bowl({ fill: '#F6D94A', bits: ['#FCEB8C', '#E8BF22', '#B9692B', '#3E7D33'], dish: '#1E7A3C' }),
  pongal: bowl({ fill: '#F2DA8E', bits: ['#FAECB8', '#E0BE5E', '#4A3228'], dish: '#B3261E' }),
  upma: bowl({ fill: '#F3E5C0', bits: ['#FFF5DC', '#E58A32', '#5FA845', '#DCC48E'], dish: '#0B5D66' }),
  'kesari-bath': bowl({ fill: '#F4971C', bits: ['#FBB94F', '#E07C08', '#F6E5C3'], dish: '#6B3F22' }),
  sambar: bowl({ fill: '#D2691E', bits: ['#F0A445', '#5FA845', '#B3261E'], dish: '#9AA3AD', rise: 9, count: 22 }),
  'coconut-chutney': bowl({
    fill: '#F0F3E2',
    bits: ['#FFFFFF', '#DCE6C4', '#4A3228', '#FFFFFF', '#3E7D33'],
    dish: '#7C8791',
    rise: 11,
    count: 34,
  }),
  'filter-coffee': tumbler('#8A5A34', '#E7C9A0'),
  tea: glass({ liquid: '#C98A52', foam: '#E5BE92' }),
};

export const kitchen = [
  { ground: 'dairy', pictures: dairyKitchen },
  { ground: 'bakery', pictures: bakery },
  { ground: 'sweets', pictures: { ...sweets, ...namkeen } },
  { ground: 'tiffin', pictures: { ...tiffin, ...bowls } },
];
