import { emoji } from '../lib/emoji.mjs';
import { bottle, jar, oilCan } from '../shapes/bottles.mjs';
import { box, packet, pouch, sack, tin } from '../shapes/packs.mjs';
import { blocks } from '../shapes/sweets.mjs';

const staples = {
  'sack-rice': sack({ grain: '#F4EBD8' }),
  'sack-ragi': sack({ grain: '#8A4B33', cloth: '#CFA86C' }),
  'sack-toor-dal': sack({ grain: '#EDB340' }),
  'sack-moong-dal': sack({ grain: '#F2D86B', cloth: '#C79A5E' }),
  'sack-urad-dal': sack({ grain: '#F1E7CF', cloth: '#B98A4A' }),
  'sack-mustard': sack({ grain: '#4A3228' }),
  beans: emoji('beans'),
  peanuts: emoji('peanuts'),
  jaggery: blocks('#A0622D', { specks: '#6B3D16' }),
  'pouch-basmati': pouch({ color: '#2B4C9B', grain: '#F6EEDD' }),
  'pouch-poha': pouch({ color: '#1E7A3C', grain: '#EFE7D4' }),
  'pouch-atta': pouch({ color: '#C98A3A', band: '#8C2B20', picture: 'sheaf-of-rice' }),
  'pouch-rava': pouch({ color: '#E0A51B', band: '#0B5D66', grain: '#F2E2B6' }),
  'pouch-besan': pouch({ color: '#8C2B20', grain: '#F0CB5A' }),
  'pouch-sugar': pouch({ color: '#4C8FD0', band: '#FFFAF1', grain: '#FFFFFF' }),
  'pouch-salt': pouch({ color: '#2E9AA6', band: '#B3261E', picture: 'salt' }),
  'bottle-sunflower-oil': oilCan({ color: '#F4BF2A', picture: 'sunflower' }),
  'bottle-groundnut-oil': oilCan({ color: '#D98A2B', cap: '#8C2B20', picture: 'peanuts' }),
};

const spicesAndPacks = {
  'packet-chilli-powder': packet({ color: '#C3281E', picture: 'hot-pepper' }),
  'packet-turmeric': packet({ color: '#E8A013', grain: '#F2B81E' }),
  'packet-sambar-powder': packet({ color: '#A64B1C', picture: 'pot-of-food' }),
  'packet-fish-masala': packet({ color: '#0B5D66', picture: 'fish' }),
  'packet-dried-prawns': packet({ color: '#D2694A', picture: 'fried-shrimp' }),
  'packet-tea': packet({ color: '#1E7A3C', band: '#F6A609', picture: 'hot-beverage' }),
  'packet-coffee': packet({ color: '#6B3F22', band: '#F6A609', grain: '#4A2A16' }),
  'packet-biscuit': packet({ color: '#F0B429', band: '#B3261E', picture: 'cookie' }),
  'packet-noodles': packet({ color: '#E8572F', band: '#FFD873', picture: 'steaming-bowl' }),
  'pouch-detergent': pouch({ color: '#3A62C4', band: '#5CC7D1', picture: 'bubbles' }),
  'jar-cashew': jar({
    color: '#F0DDB4',
    lid: '#1E7A3C',
    picture: 'chestnut',
    change: { saturate: 0.4, brightness: 1.35 },
  }),
  'jar-mango-pickle': jar({ color: '#C8501E', lid: '#F6A609', picture: 'mango' }),
};

const dairy = {
  'pouch-milk-blue': packet({ color: '#3F7FD1', picture: 'glass-of-milk' }),
  'pouch-milk-orange': packet({ color: '#EE8A2C', picture: 'glass-of-milk' }),
  'pouch-milk-green': packet({ color: '#3E9B58', picture: 'cow' }),
  'pouch-curd': packet({ color: '#6FA8DC', band: '#2B4C9B', picture: 'bowl-with-spoon' }),
  'pouch-buttermilk': packet({ color: '#7DBE73', picture: 'herb' }),
  'bottle-milk': bottle({ color: '#F3F6FA', cap: '#2B4C9B', neck: 2, label: '#DCE9F7', picture: 'cow' }),
  'badam-milk': bottle({ color: '#F3D480', cap: '#C98A3A', neck: 2, picture: 'chestnut' }),
  'rose-milk': bottle({ color: '#F48FA6', cap: '#C2395B', neck: 2, picture: 'rose' }),
  'jar-ghee': jar({ color: '#F2BE3E', lid: '#B3261E', picture: 'cow' }),
  'box-cream': box({ color: '#8FC1EE', picture: 'soft-ice-cream' }),
  'tin-condensed-milk': tin({ color: '#C9DDF2', band: '#2B4C9B', picture: 'glass-of-milk' }),
  butter: emoji('butter'),
  cheese: emoji('cheese-wedge'),
  'ice-cream-cup': emoji('ice-cream'),
};

export const grocery = [
  { ground: 'staples', pictures: { ...staples, ...spicesAndPacks } },
  { ground: 'dairy', pictures: dairy },
];
