import {
  type CameraConstraint,
  isCameraConstraint,
  scanBox,
  type ScanFormat,
  SCANNER,
} from '@haat/contract/orders/scanner';
import type { ScannedCode } from '@haat/machines/stock/scanner.machine';
import {
  Html5Qrcode,
  type Html5QrcodeResult,
  Html5QrcodeScannerState as State,
  Html5QrcodeSupportedFormats as Format,
} from 'html5-qrcode';

const FORMATS: Record<ScanFormat, Format> = {
  qr: Format.QR_CODE,
  'ean-13': Format.EAN_13,
  'ean-8': Format.EAN_8,
  'upc-a': Format.UPC_A,
  'upc-e': Format.UPC_E,
  'code-128': Format.CODE_128,
};

export type ScanView = { host: HTMLElement; formats: readonly ScanFormat[]; fps?: number; box?: number };
type RunOptions = ScanView & { constraint: CameraConstraint; onCode: (code: ScannedCode) => void };

/** A running camera. */
export type RunningCamera = {
  track: MediaStreamTrack;
  pause: () => void;
  resume: () => Promise<void>;
  close: () => Promise<void>;
};

/** Opens a camera in `host` and reads codes until it is closed. Rejects with errors of the browser or the library. */
export async function runScanner({
  host,
  formats,
  fps = SCANNER.defaultFps,
  box,
  constraint,
  onCode,
}: RunOptions): Promise<RunningCamera> {
  if (!isCameraConstraint(constraint)) throw new TypeError('This is no camera constraint');
  const { scanner, element } = createScanner(host, formats);
  const qrbox = (width: number, height: number) => square(scanBox({ width, height }, box));
  // To flip, the library decodes the same picture twice and leaves the next one mirrored: a QR code is unreadable in it.
  const config = { fps, qrbox, disableFlip: true };
  const report = (text: string, result: Html5QrcodeResult) => onCode(codeOf(text, result));
  await scanner
    .start(constraint, config, report, () => {})
    .catch((error: unknown) => {
      element.remove();
      throw error;
    });
  const close = () => closeScanner(scanner, element);
  try {
    const video = videoIn(element);
    await isPlaying(scanner, video);
    return { track: trackOf(video), ...pauseControls(scanner, video), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The code in a picture; rejects if there is none. */
export async function scanPicture(picture: File, { host, formats }: ScanView): Promise<ScannedCode> {
  const { scanner, element } = createScanner(host, formats);
  try {
    const result = await scanner.scanFileV2(picture, false);
    return codeOf(result.decodedText, result);
  } finally {
    element.remove();
  }
}

// The library looks up its element by id; a new one is not shared with a scanner that is still closing.
function createScanner(host: HTMLElement, formats: readonly ScanFormat[]) {
  const element = document.createElement('div');
  element.id = `scanner-${crypto.randomUUID()}`;
  host.append(element);
  const formatsToSupport = formats.map((format) => FORMATS[format]);
  const scanner = new Html5Qrcode(element.id, {
    verbose: false,
    useBarCodeDetectorIfSupported: true,
    formatsToSupport,
  });
  return { scanner, element };
}

/** Waits for the first frame: before that the library cannot be stopped cleanly. */
function isPlaying(scanner: Html5Qrcode, video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve, reject) => {
    if (scanner.isScanning) {
      resolve();
      return;
    }
    const timeout = setTimeout(() => reject(new Error('The camera sends no picture')), 10_000);
    video.addEventListener('playing', () => {
      clearTimeout(timeout);
      resolve();
    });
  });
}

function pauseControls(scanner: Html5Qrcode, video: HTMLVideoElement) {
  return {
    pause: () => {
      video.pause();
      if (scanner.getState() === State.SCANNING) scanner.pause();
    },
    resume: async () => {
      await video.play().catch(() => {});
      // It may have been paused again or closed meanwhile.
      if (!video.paused && scanner.getState() === State.PAUSED) scanner.resume();
    },
  };
}

async function closeScanner(scanner: Html5Qrcode, element: HTMLElement): Promise<void> {
  const stream = element.querySelector('video')?.srcObject;
  try {
    await scanner.stop();
  } catch {
    // The tracks are stopped below in any case.
  }
  if (stream instanceof MediaStream) for (const track of stream.getTracks()) track.stop();
  element.remove();
}

function videoIn(element: HTMLElement): HTMLVideoElement {
  const video = element.querySelector('video');
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
