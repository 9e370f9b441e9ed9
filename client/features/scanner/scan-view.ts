import { SCANNER } from '@haat/contract/rules/scanner';
import type { ScanView } from './scan-engine.ts';
import type { ScanFormat } from './scan-formats.ts';

/** How our screens scan, and where the picture goes: `attach` is the ref of that place. Spec section 9, scanner. */
export function createScanView(formats: readonly ScanFormat[]) {
  let host: HTMLElement | undefined;
  return {
    attach: (element: HTMLElement | null): void => {
      host = element ?? undefined;
    },
    get: (): ScanView => {
      if (!host) throw new Error('There is no place for the picture');
      return { host, formats, fps: SCANNER.fps, box: SCANNER.box };
    },
  };
}
