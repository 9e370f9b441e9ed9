import { clampZoom, maxZoom, type ZoomRange } from '@haat/contract/orders/scanner';
import { assertEvent, assign, cancel, emit, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';

/**
 * Scans codes with the camera, or reads one from a picture while the camera is off. The camera runs exactly as long as the
 * state `started`: leaving it releases the camera. A code is emitted once while it stays in sight.
 */
export const scannerMachine = setup({
  types: {
    context: {} as ScannerContext,
    input: {} as { cameraId: string | undefined; startsAtOnce: boolean },
    events: {} as ScannerEvents,
    emitted: {} as ScannerEmitted,
    tags: {} as 'busy',
  },
  actors: {
    camera: fromCallback<CameraCommand, CameraInput>(unprovidedCallback('camera')),
    readPicture: fromPromise<ScannedCode, { picture: unknown }>(unprovided('readPicture')),
  },
  actions: {
    emitCode: emit((_, code: ScannedCode) => ({ type: 'read' as const, code })),
    emitCameraFailed: emit((_, problem: Problem) => ({ type: 'cameraFailed' as const, problem })),
    storeCamera: assign((_, camera: CameraFacts) => ({
      cameraId: camera.id,
      cameras: camera.cameras,
      hasTorch: camera.hasTorch,
      maxZoom: maxZoom(camera.zoom),
      isTorchOn: false,
      zoom: 1,
    })),
    setProblem: assign((_, problem: Problem) => ({ problem })),
    clearProblem: assign({ problem: undefined }),
    clearCode: assign({ lastText: undefined }),
    sendZoom: sendTo('camera', ({ context }) => ({ type: 'zoom' as const, zoom: context.zoom })),
    raiseCodeGone: raise({ type: 'code.gone' }, { delay: 'outOfSight', id: 'outOfSight' }),
  },
  guards: {
    startsAtOnce: ({ context }) => context.startsAtOnce,
    isNew: ({ context }, { text }: ScannedCode) => text !== context.lastText,
    hasTorch: ({ context }) => context.hasTorch,
    canZoom: ({ context }) => context.maxZoom > 1,
  },
  delays: { outOfSight: 2000 },
}).createMachine({
  id: 'scanner',
  context: ({ input }) => ({
    startsAtOnce: input.startsAtOnce,
    cameraId: input.cameraId,
    cameras: [],
    hasTorch: false,
    isTorchOn: false,
    zoom: 1,
    maxZoom: 1,
    lastText: undefined,
    problem: undefined,
  }),
  initial: 'notStarted',
  states: {
    notStarted: {
      initial: 'deciding',
      states: {
        deciding: { always: [{ guard: 'startsAtOnce', target: '#scanner.started' }, { target: 'resting' }] },
        resting: {
          on: { start: '#scanner.started', 'picture.given': 'readingPicture' },
        },
        // The page is hidden and has released the camera; it is started again when the page is shown.
        away: { on: { 'page.shown': '#scanner.started', stop: 'resting' } },
        readingPicture: {
          tags: 'busy',
          entry: 'clearProblem',
          invoke: {
            src: 'readPicture',
            input: ({ event }) => {
              assertEvent(event, 'picture.given');
              return { picture: event.picture };
            },
            onDone: { target: 'resting', actions: { type: 'emitCode', params: ({ event }) => event.output } },
            onError: {
              target: 'resting',
              actions: { type: 'setProblem', params: { key: 'scanner.noCodeInPicture' } },
            },
          },
        },
      },
    },
    started: {
      entry: ['clearProblem', 'clearCode'],
      invoke: { src: 'camera', id: 'camera', input: ({ context: { cameraId } }) => ({ cameraId }) },
      on: {
        stop: 'notStarted.resting',
        'camera.failed': {
          target: 'notStarted.resting',
          actions: [
            { type: 'setProblem', params: ({ event }) => event.problem },
            { type: 'emitCameraFailed', params: ({ event }) => event.problem },
          ],
        },
        'camera.chosen': {
          target: 'started',
          reenter: true,
          actions: assign({ cameraId: ({ event }) => event.cameraId }),
        },
        'view.turned': { target: 'started', reenter: true },
        'page.hidden': 'notStarted.away',
      },
      initial: 'starting',
      states: {
        starting: {
          tags: 'busy',
          on: {
            'camera.started': {
              target: 'scanning',
              actions: { type: 'storeCamera', params: ({ event }) => event.camera },
            },
          },
        },
        scanning: {
          on: {
            pause: { target: 'paused', actions: sendTo('camera', { type: 'pause' }) },
            'code.read': [
              {
                guard: { type: 'isNew', params: ({ event }) => event.code },
                actions: [
                  assign({ lastText: ({ event }) => event.code.text }),
                  cancel('outOfSight'),
                  'raiseCodeGone',
                  { type: 'emitCode', params: ({ event }) => event.code },
                ],
              },
              { actions: [cancel('outOfSight'), 'raiseCodeGone'] },
            ],
            'code.gone': { actions: 'clearCode' },
            'torch.switched': {
              guard: 'hasTorch',
              actions: [
                assign({ isTorchOn: ({ event }) => event.isOn, problem: undefined }),
                sendTo('camera', ({ event }) => ({ type: 'torch' as const, isOn: event.isOn })),
              ],
            },
            'torch.failed': {
              actions: [
                assign({ isTorchOn: ({ event }) => !event.isOn }),
                {
                  type: 'setProblem',
                  params: ({ event }) => ({ key: event.isOn ? 'scanner.torchOnFailed' : 'scanner.torchOffFailed' }),
                },
              ],
            },
            'zoom.set': {
              guard: 'canZoom',
              actions: [assign({ zoom: ({ context, event }) => clampZoom(event.zoom, context.maxZoom) }), 'sendZoom'],
            },
          },
        },
        paused: {
          on: {
            resume: { target: 'scanning', actions: ['clearCode', sendTo('camera', { type: 'resume' })] },
            // After a pause, the camera is not started again automatically.
            'page.hidden': '#scanner.notStarted.resting',
          },
        },
      },
    },
  },
});

/** A scanned code: its text, and its format if known. */
export type ScannedCode = { text: string; format?: string };

type Camera = { id: string; label: string };
/** The features of a running camera, and the list of cameras. */
export type CameraFacts = { id: string; cameras: readonly Camera[]; hasTorch: boolean; zoom?: ZoomRange };

export type CameraCommand =
  { type: 'pause' } | { type: 'resume' } | { type: 'torch'; isOn: boolean } | { type: 'zoom'; zoom: number };
/** Which camera to open; without an id, one that faces the required direction. */
export type CameraInput = { cameraId: string | undefined };
export type CameraEvent =
  | { type: 'camera.started'; camera: CameraFacts }
  | { type: 'camera.failed'; problem: Problem }
  | { type: 'torch.failed'; isOn: boolean }
  | { type: 'code.read'; code: ScannedCode };

type ScannerEvents =
  | CameraEvent
  | { type: 'start' }
  | { type: 'stop' }
  | { type: 'pause' }
  | { type: 'resume' }
  | { type: 'torch.switched'; isOn: boolean }
  | { type: 'zoom.set'; zoom: number }
  | { type: 'camera.chosen'; cameraId: string }
  | { type: 'picture.given'; picture: unknown }
  | { type: 'page.hidden' }
  | { type: 'page.shown' }
  | { type: 'view.turned' }
  | { type: 'code.gone' };

type ScannerContext = {
  startsAtOnce: boolean;
  cameraId: string | undefined;
  cameras: readonly Camera[];
  hasTorch: boolean;
  isTorchOn: boolean;
  zoom: number;
  /** 1 for a camera that cannot zoom. */
  maxZoom: number;
  lastText: string | undefined;
  problem: Problem | undefined;
};

/** Emitted when a code was read, or when the camera could not be started. */
type ScannerEmitted = { type: 'read'; code: ScannedCode } | { type: 'cameraFailed'; problem: Problem };
