import { emoji } from '../lib/emoji.mjs';
import { eggs, fish, steaks, tray } from '../shapes/meats.mjs';
import { cauliflower, chillies, crown, pods, roundFruit, sprig, stalks } from '../shapes/produce.mjs';

const vegetables = {
  tomato: emoji('tomato'),
  onion: emoji('onion', { hue: -38, saturate: 1.1, brightness: 0.9 }),
  eggplant: emoji('eggplant'),
  'green-beans': pods('#5FA845', { count: 8, width: 4.4 }),
  okra: pods('#7DB944', { count: 5, width: 8.5, ribs: true, tip: '#4C7F2A' }),
  drumstick: pods('#4C7F3A', { count: 6, width: 3.2, ribs: true }),
  capsicum: emoji('bell-pepper'),
  cauliflower: cauliflower(),
  cucumber: emoji('cucumber'),
  corn: emoji('ear-of-corn'),
  peas: emoji('pea-pod'),
  mushroom: emoji('brown-mushroom', { saturate: 0.2, brightness: 1.75 }),
  'green-chilli': chillies('#4CA52E'),
  spinach: emoji('leafy-green'),
  coriander: emoji('herb'),
  'curry-leaves': sprig('#3E8A3C'),
  mint: sprig('#4FAE5A', { pairs: 3, length: 22, width: 17, turns: [-26, 22, 0] }),
  potato: emoji('potato'),
  carrot: emoji('carrot'),
  beetroot: roundFruit('#8E1F4F', { cy: 64, rx: 32, ry: 30, top: stalks('#B3265E', '#4E9A3B') }),
  garlic: emoji('garlic'),
  ginger: emoji('ginger-root'),
  'sweet-potato': emoji('roasted-sweet-potato'),
};

const fruit = {
  banana: emoji('banana'),
  mango: emoji('mango'),
  pomegranate: roundFruit('#C22B3A', { top: crown('#A51E2E') }),
  apple: emoji('red-apple'),
  orange: emoji('tangerine'),
  lemon: emoji('lemon'),
};

const catchOfTheDay = {
  mackerel: fish('#4C86A8', { deep: 15, stripes: true }),
  sardine: fish('#8FA7B8', { deep: 12 }),
  pomfret: fish('#C6CED6', { deep: 29 }),
  'red-snapper': fish('#E0604A', { deep: 22 }),
  rohu: fish('#A58A5E', { deep: 19 }),
  tilapia: fish('#7C8F8A', { deep: 24, fin: '#5E6B67' }),
  'fish-steak': steaks('#F3C9BC', '#8FA0AC'),
  'tuna-steak': steaks('#C84A55', '#4F5E73'),
  prawns: emoji('shrimp'),
  'tiger-prawns': emoji('shrimp', { hue: -12, saturate: 1.25, brightness: 0.86 }),
  crab: emoji('crab', { hue: 205, saturate: 0.75 }),
  squid: emoji('squid'),
  mussels: emoji('oyster'),
};

const meat = {
  'chicken-curry-cut': tray('#F0B8A8', { bone: true }),
  'chicken-breast': tray('#F3C4B6', { large: true }),
  'chicken-leg': emoji('poultry-leg'),
  'chicken-keema': tray('#EDB0A2', { fine: true }),
  'chicken-liver': tray('#8A3A35'),
  mutton: emoji('cut-of-meat'),
  'mutton-chops': emoji('meat-on-bone'),
  'mutton-keema': tray('#B5433F', { fine: true }),
};

export const fresh = [
  { ground: 'produce', pictures: vegetables },
  { ground: 'fruit', pictures: fruit },
  { ground: 'sea', pictures: catchOfTheDay },
  { ground: 'meat', pictures: meat },
  { ground: 'dairy', pictures: { 'egg-tray': eggs('#F7EFE2'), 'brown-eggs': eggs('#D49A6A') } },
];
