import { buildImage, missingForBuild } from './build-image.ts';
import { missingForRun } from './container.ts';

// npm run test:image: builds the image by the Dockerfile and runs migrations, api and worker from it, as its user on read-only files,
// until an order with an uploaded picture is announced. Needs root, Buildah and mmdebstrap; otherwise it is skipped.
const missing = missingForBuild() ?? missingForRun();
if (missing) console.log(`Skipped: ${missing}.`);
else await testImage();

async function testImage(): Promise<void> {
  console.log('Building the image ...');
  const image = buildImage();
  console.log(`Built on ${image.base}`);
  try {
    // The settings are read when it is loaded.
    const { withStores } = await import('./image-stores.ts');
    await withStores(async (stores) => {
      const { checkImage } = await import('./check-image.ts');
      await checkImage(image, stores);
    });
    console.log('The image works.');
  } finally {
    image.remove();
  }
}
