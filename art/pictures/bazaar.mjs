import { emoji } from '../lib/emoji.mjs';
import { place } from '../lib/svg.mjs';
import { bottle } from '../shapes/bottles.mjs';
import { folded, kurta, leggings, shirt, tee, vest } from '../shapes/cloth.mjs';
import { bowl } from '../shapes/dishes.mjs';
import { roll, sticks } from '../shapes/goods.mjs';
import { tin } from '../shapes/packs.mjs';
import { bananaLeaf, basket, fan, garland, toran } from '../shapes/produce.mjs';

const flowers = {
  jasmine: basket(['#FFFFFF', '#FBF8EA'], { petals: 5, size: 8, count: 34 }),
  'jasmine-string': garland(['#FFFFFF', '#F7F3E2'], { petals: 5, size: 9, count: 21 }),
  'kanakambara-string': garland(['#F3752B', '#F58E4C'], { petals: 5, size: 9, count: 21 }),
  marigold: basket(['#F6A609', '#F27D0C', '#FBC53A'], { petals: 10, size: 12, count: 24 }),
  'rose-petals': basket(['#D22B4A', '#E8577A', '#F2A0B5'], { petals: 4, size: 9, count: 34 }),
  rose: emoji('rose'),
  hibiscus: emoji('hibiscus', { hue: 36 }),
  lotus: emoji('lotus'),
  sunflower: emoji('sunflower'),
  bouquet: emoji('bouquet'),
  'marigold-garland': garland(['#F6A609', '#F27D0C'], { petals: 10, size: 11, count: 16 }),
  'rose-garland': garland(['#C7213F', '#F7EFE2', '#D22B4A'], { petals: 8, size: 11, count: 16 }),
  toran: toran(),
  'tulsi-plant': emoji('potted-plant'),
};

const pooja = {
  'banana-leaf': bananaLeaf(),
  'betel-leaf': fan('#3E8A3C'),
  coconut: emoji('coconut'),
  incense: sticks('#C9A06A', '#7A4A2A', '#F2701D'),
  camphor: tin({ color: '#6FB7C9', lid: '#FFFFFF', picture: 'fire' }),
  wicks: roll('#FBF6EA'),
  diya: emoji('diya-lamp'),
  'bottle-lamp-oil': bottle({ color: '#D9962F', cap: '#8C2B20', picture: 'diya-lamp' }),
  'bowl-kumkum': bowl({ fill: '#C3162E', bits: ['#D9344A', '#A80F22'], dish: '#D6A94A', count: 24 }),
  'bowl-haldi': bowl({ fill: '#F2B01E', bits: ['#F8C94F', '#DB9A0E'], dish: '#C9764C', count: 24 }),
  rangoli:
    place(bowl({ fill: '#E0459A', dish: '#FFFAF1' }), 0, 36, 50) +
    place(bowl({ fill: '#3A8FE0', dish: '#FFFAF1' }), 50, 36, 50) +
    place(bowl({ fill: '#F6C21E', dish: '#FFFAF1' }), 25, 4, 50) +
    place(bowl({ fill: '#3FAE5A', dish: '#FFFAF1' }), 25, 52, 50),
  bell: emoji('bell'),
  mala: emoji('prayer-beads'),
};

const clothes = {
  shirt: shirt('#9CC6EC'),
  'shirt-olive': shirt('#8A9A4B', { long: false }),
  't-shirt-navy': tee('#2B3F7A'),
  't-shirt-green': tee('#5FB86A', place(emoji('elephant'), 34, 44, 32)),
  'kurta-mustard': kurta('#DDA22B'),
  'kurti-pink': kurta('#E0648F', { print: '#FFE3EC', trim: '#8C2B5A' }),
  jeans: emoji('jeans'),
  leggings: leggings('#3A3632'),
  vest: vest('#FBFAF6'),
  frock: emoji('dress', { hue: 150, saturate: 0.8 }),
  nightdress: emoji('dress', { hue: 52, saturate: 0.55, brightness: 1.15 }),
  shorts: emoji('shorts', { hue: -95, saturate: 0.45 }),
  socks: emoji('socks', { saturate: 0.2, brightness: 1.3 }),
  cap: emoji('billed-cap'),
  jabla: tee('#F7E3A1', place(emoji('teddy-bear'), 33, 42, 34)),
  'silk-saree': emoji('sari'),
  'cotton-saree': folded(['#2B4C9B', '#DDA22B'], { border: '#B3261E' }),
  dupatta: folded(['#F2C23E', '#D22B4A'], { pattern: 'print' }),
};

const linen = {
  dhoti: folded(['#FBF8EF', '#F7F2E4'], { border: '#D6A94A' }),
  lungi: folded(['#3A62C4', '#2E8B57'], { pattern: 'check' }),
  'towel-teal': folded(['#2E9AA6', '#F08A74', '#2E9AA6'], { border: '#FFFAF1' }),
  'towel-white': folded(['#F7F3E9', '#F7F3E9', '#F7F3E9'], { border: '#8C2B20' }),
  bedsheet: folded(['#4C7FC4', '#C2603A'], { pattern: 'print' }),
  'pillow-cover': folded(['#F6EBD2', '#EFE0BE']),
  handkerchiefs: folded(['#A9CBEF', '#F7C6D3', '#CFE8C2'], { pattern: 'check' }),
};

export const bazaar = [
  { ground: 'flowers', pictures: flowers },
  { ground: 'pooja', pictures: pooja },
  { ground: 'clothes', pictures: { ...clothes, ...linen } },
];
