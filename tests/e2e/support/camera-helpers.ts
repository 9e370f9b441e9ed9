import type { Page } from '@playwright/test';
import { drawNothing, type Grey } from './draw-codes.ts';

/** The QR code of a card as it stands on the screen. */
export async function codeOnScreen(page: Page, shop: string): Promise<Grey> {
  const code = page.getByRole('article', { name: shop }).getByRole('img');
  const { size, data } = await code.evaluate(async (svg) => {
    const picture = new Image();
    picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
    await picture.decode();
    const side = 300;
    const canvas = Object.assign(document.createElement('canvas'), { width: side, height: side });
    const paper = canvas.getContext('2d');
    paper?.drawImage(picture, 0, 0, side, side);
    const colours = paper?.getImageData(0, 0, side, side).data ?? [];
    return { size: side, data: Array.from(colours).filter((_, at) => at % 4 === 0) };
  });
  return { width: size, height: size, data: Uint8Array.from(data) };
}

/**
 * Puts what the camera sees into the hands of the test: the result holds a picture before it until the next one. As in a
 * hand, it is never twice at the same distance, so that no code depends on how its modules meet the pixels.
 */
export async function holdBeforeCamera(page: Page): Promise<(picture: Grey) => Promise<void>> {
  const { width, height } = drawNothing();
  await page.addInitScript(
    (size) => {
      const [held, seen] = [document.createElement('canvas'), document.createElement('canvas')];
      for (const canvas of [held, seen]) Object.assign(canvas, size);
      const view = seen.getContext('2d');
      let frame = 0;
      setInterval(() => {
        const scale = 1 - (frame++ % 8) / 50;
        view?.reset();
        view?.setTransform(scale, 0, 0, scale, (size.width * (1 - scale)) / 2, (size.height * (1 - scale)) / 2);
        view?.drawImage(held, 0, 0);
      }, 50);
      Object.assign(navigator.mediaDevices, { getUserMedia: async () => seen.captureStream() });
      Object.assign(window, {
        holdBeforeCamera: (grey: string) => {
          const shades = Array.from(atob(grey), (letter) => letter.charCodeAt(0));
          const colours = Uint8ClampedArray.from(shades.flatMap((shade) => [shade, shade, shade, 255]));
          held.getContext('2d')?.putImageData(new ImageData(colours, size.width), 0, 0);
        },
      });
    },
    { width, height },
  );
  return ({ data }) =>
    page.evaluate(
      (grey) => (window as unknown as { holdBeforeCamera: (grey: string) => void }).holdBeforeCamera(grey),
      Buffer.from(data).toString('base64'),
    );
}

/** Keeps the track of every camera that the page opens, to see later which of them still run. */
export async function watchCameras(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await open(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
    Object.assign(window, { liveCameras: () => tracks.filter(({ readyState }) => readyState === 'live').length });
  });
}

export function liveCameras(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { liveCameras: () => number }).liveCameras());
}

/** What happens when another tab comes to the front. */
export async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate(
    (value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isHidden ? 'hidden' : 'visible',
  );
}

/** A camera like that of a phone, whose torch jams: it can be turned on, and not off again. */
export async function addTorchAndZoom(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wishes: MediaTrackConstraintSet[] = [];
    const { getCapabilities, getSettings } = MediaStreamTrack.prototype;
    let isLit = false;
    Object.assign(window, { wishes });
    Object.assign(MediaStreamTrack.prototype, {
      getCapabilities(this: MediaStreamTrack) {
        return { ...getCapabilities.call(this), torch: true, zoom: { min: 1, max: 8, step: 0.1 } };
      },
      getSettings(this: MediaStreamTrack) {
        return { ...getSettings.call(this), torch: isLit };
      },
      applyConstraints: async ({ advanced = [] }: MediaTrackConstraints) => {
        wishes.push(...advanced);
        isLit ||= advanced.some((wish) => 'torch' in wish && wish.torch === true);
      },
    });
  });
}
