import type sharpOf from 'sharp';

type Decoders = typeof sharpOf;

let loading: Promise<Decoders> | undefined;

/**
 * The decoders, loaded with the first picture: most processes never see one, and they take 25 MB. Only those for JPEG, PNG
 * and WebP are switched on, whatever bytes pretend to be.
 */
export function loadSharp(): Promise<Decoders> {
  return (loading ??= prepare());
}

async function prepare(): Promise<Decoders> {
  const { default: sharp } = await import('sharp');
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
  // One thread for each picture: orders are answered on the other processors.
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
