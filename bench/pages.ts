import { findOrInstallChromium } from '../scripts/check/machine-tools.ts';
import { measureBytes } from './bundle.ts';
import { measureFirstLoad } from './first-load.ts';
import { measureLighthouse } from './lighthouse.ts';
import { isNamed, isWanted } from './parts.ts';
import { printTable } from './print-table.ts';
import { withProduct } from './product.ts';

/** The parts that look at pages in a browser. */
export async function measurePages(): Promise<void> {
  if (isWanted('bundle')) printTable('Bytes, gzipped', await measureBytes());
  if (!isWanted('first-load') && !isNamed('lighthouse')) return;
  const chromium = findOrInstallChromium();
  if (!chromium) {
    console.log('Pages are not measured: no Chromium here. Install one, or name it in CHROMIUM_PATH.');
    return;
  }
  await withProduct(async (url) => {
    if (isWanted('first-load')) printTable('First visit, 400 ms, 400 kbit/s', await measureFirstLoad(url, chromium));
    if (isNamed('lighthouse')) printTable('Lighthouse, mobile', await measureLighthouse(url, chromium));
  });
}
