import { type ScanFormat, SCANNER } from '@haat/contract/orders/scanner';
import { type ScannedCode, scannerMachine } from '@haat/machines/stock/scanner.machine';
import type { Problem } from '@haat/machines/problem';
import { useMachine } from '@xstate/react';
import { useEffect, useRef, useState } from 'react';
import { cameraActor, lastCameraId, pictureActor, wasCameraDenied } from './camera-actor.ts';
import type { ScanView } from './scan-engine.ts';

type Options = {
  formats: readonly ScanFormat[];
  onRead: (code: ScannedCode) => void;
  onCameraFailed: ((problem: Problem) => void) | undefined;
};

/** The scanner machine with the camera of this device; `attach` is the ref of the element for its picture. */
export function useScanner({ formats, onRead, onCameraFailed }: Options) {
  const [view] = useState(() => createScanView(formats));
  const [machine] = useState(() =>
    scannerMachine.provide({ actors: { camera: cameraActor(view.get), readPicture: pictureActor(view.get) } }),
  );
  const [input] = useState(() => ({ cameraId: lastCameraId(), startsAtOnce: !wasCameraDenied() }));
  const [state, send, actor] = useMachine(machine, { input });

  const listeners = useRef({ onRead, onCameraFailed });
  useEffect(() => {
    listeners.current = { onRead, onCameraFailed };
  });
  useEffect(() => {
    const subscriptions = [
      actor.on('read', ({ code }) => listeners.current.onRead(code)),
      actor.on('cameraFailed', ({ problem }) => listeners.current.onCameraFailed?.(problem)),
    ];
    return () => {
      for (const subscription of subscriptions) subscription.unsubscribe();
    };
  }, [actor]);

  useEffect(() => {
    const portrait = window.matchMedia('(orientation: portrait)');
    const look = () => send({ type: document.visibilityState === 'hidden' ? 'page.hidden' : 'page.shown' });
    const turn = () => send({ type: 'view.turned' });
    document.addEventListener('visibilitychange', look);
    portrait.addEventListener('change', turn);
    return () => {
      document.removeEventListener('visibilitychange', look);
      portrait.removeEventListener('change', turn);
    };
  }, [send]);

  return { attach: view.attach, state, send };
}

/** The scan options, and the element for the picture: `attach` is its ref. */
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
