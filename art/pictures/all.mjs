import { bazaar } from './bazaar.mjs';
import { fresh } from './fresh.mjs';
import { grocery } from './grocery.mjs';
import { household } from './household.mjs';
import { kitchen } from './kitchen.mjs';

/** Every picture of the market by name: its art in the 100 box and the ground it stands on. */
export const pictures = new Map();
for (const { ground, pictures: drawn } of [...grocery, ...fresh, ...kitchen, ...household, ...bazaar])
  for (const [name, art] of Object.entries(drawn)) {
    if (pictures.has(name)) throw new Error(`Two pictures are named ${name}`);
    pictures.set(name, { ground, art });
  }
