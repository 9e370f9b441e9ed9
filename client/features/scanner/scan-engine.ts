import { isCameraConstraint, type CameraConstraint } from '@haat/contract/rules/camera-constraint';
import { SCANNER, scanBox } from '@haat/contract/rules/scanner';
import type { ScannedCode } from '@haat/machines/scanner/scanner-events';
import {
  Html5Qrcode,
  Html5QrcodeScannerState as State,
  Html5QrcodeSupportedFormats as Format,
  type Html5QrcodeResult,
} from 'html5-qrcode';
import type { ScanFormat } from './scan-formats.ts';

const FORMATS: Record<ScanFormat, Format> = {
  qr: Format.QR_CODE,
  'ean-13': Format.EAN_13,
  'ean-8': Format.EAN_8,
  'upc-a': Format.UPC_A,
  'upc-e': Format.UPC_E,
  'code-128': Format.CODE_128,
};

export type ScanView = { host: HTMLElement; formats: readonly ScanFormat[]; fps?: number; box?: number };
type Wanted = ScanView & { constraint: CameraConstraint; onCode: (code: ScannedCode) => void };

/** A running camera: its track, a still picture and a moving one again, and the way to end it all. */
export type RunningCamera = {
  track: MediaStreamTrack;
  pause: () => void;
  resume: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a camera in `host` and reads codes until it is closed. Rejects with what browser or library say. */
export async function runScanner({
  host,
  formats,
  fps = SCANNER.defaultFps,
  box,
  constraint,
  onCode,
}: Wanted): Promise<RunningCamera> {
  if (!isCameraConstraint(constraint)) throw new TypeError('This is no camera constraint');
  const { scanner, place } = createScanner(host, formats);
  const config = { fps, qrbox: (width: number, height: number) => square(scanBox({ width, height }, box)) };
  const tell = (text: string, result: Html5QrcodeResult) => onCode(codeOf(text, result));
  await scanner
    .start(constraint, config, tell, () => {})
    .catch((error: unknown) => {
      place.remove();
      throw error;
    });
  const close = () => closeScanner(scanner, place);
  try {
    const video = videoIn(place);
    await isPlaying(scanner, video);
    return { track: trackOf(video), ...stillness(scanner, video), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The code in a picture; rejects when there is none. */
export async function scanPicture(picture: File, { host, formats }: ScanView): Promise<ScannedCode> {
  const { scanner, place } = createScanner(host, formats);
  try {
    const result = await scanner.scanFileV2(picture, false);
    return codeOf(result.decodedText, result);
  } finally {
    place.remove();
  }
}

// The library looks its element up by id; a fresh one each time shares nothing with a scanner that is on its way out.
function createScanner(host: HTMLElement, formats: readonly ScanFormat[]) {
  const place = document.createElement('div');
  place.id = `scanner-${crypto.randomUUID()}`;
  host.append(place);
  const formatsToSupport = formats.map((format) => FORMATS[format]);
  const scanner = new Html5Qrcode(place.id, { verbose: false, useBarCodeDetectorIfSupported: true, formatsToSupport });
  return { scanner, place };
}

/** Waits for the first frame: until then the library cannot be stopped without leaving things behind. */
function isPlaying(scanner: Html5Qrcode, video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    if (scanner.isScanning) {
      resolve();
      return;
    }
    const patience = setTimeout(() => reject(new Error('The camera sends no picture')), 10_000);
    video.addEventListener('playing', () => {
      clearTimeout(patience);
      resolve();
    });
  });
}

function stillness(scanner: Html5Qrcode, video: HTMLVideoElement) {
  return {
    pause: () => {
      video.pause();
      if (scanner.getState() === State.SCANNING) scanner.pause();
    },
    resume: async () => {
      await video.play().catch(() => {});
      // By now it may be paused again, or closed.
      if (!video.paused && scanner.getState() === State.PAUSED) scanner.resume();
    },
  };
}

async function closeScanner(scanner: Html5Qrcode, place: HTMLElement): Promise<void> {
  const stream = place.querySelector('video')?.srcObject;
  try {
    await scanner.stop();
  } catch {
    // It ends below, whatever the library could not tidy up.
  }
  if (stream instanceof MediaStream) for (const track of stream.getTracks()) track.stop();
  place.remove();
}

function videoIn(place: HTMLElement): HTMLVideoElement {
  const video = place.querySelector('video');
  if (!video) throw new Error('The library shows no picture');
  return video;
}

function trackOf({ srcObject }: HTMLVideoElement): MediaStreamTrack {
  const track = srcObject instanceof MediaStream ? srcObject.getVideoTracks()[0] : undefined;
  if (!track) throw new Error('The camera sends no picture');
  return track;
}

function codeOf(text: string, { result }: Html5QrcodeResult): ScannedCode {
  const format = result.format?.formatName;
  return format === undefined ? { text } : { text, format };
}

const square = (size: number) => ({ width: size, height: size });
