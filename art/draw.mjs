import { drawBrand } from './brand.mjs';
import { cutFonts } from './cut-fonts.mjs';
import { drawFronts } from './draw-fronts.mjs';
import { drawTiles } from './draw-tiles.mjs';

await drawBrand();
console.log('logo, avatar and icons');
await cutFonts();
console.log('web font');
console.log(`${await drawFronts()} shop fronts`);
console.log(`${await drawTiles()} product pictures`);
