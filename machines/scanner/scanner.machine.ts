import { clampZoom, maxZoom } from '@haat/contract/rules/scanner';
import { assertEvent, assign, cancel, emit, fromCallback, fromPromise, raise, sendTo, setup } from 'xstate';
import type { Problem } from '../problem.ts';
import { unprovided, unprovidedCallback } from '../unprovided.ts';
import type {
  CameraCommand,
  CameraFacts,
  CameraInput,
  ScannedCode,
  ScannerContext,
  ScannerEmitted,
  ScannerEvents,
} from './scanner-events.ts';

/**
 * Not started, scanning, paused; a picture is only read while not started, and nothing is paused that was not started.
 * The camera runs exactly as long as the state `started`: leaving it, by whatever way, gives the camera back. A code is
 * told once while it stays in sight. Spec sections 4, 8 and 9, scanner.
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
    tell: emit((_, code: ScannedCode) => ({ type: 'read' as const, code })),
    tellFailure: emit({ type: 'cameraFailed' }),
    know: assign((_, camera: CameraFacts) => ({
      cameraId: camera.id,
      cameras: camera.cameras,
      hasTorch: camera.hasTorch,
      maxZoom: maxZoom(camera.zoom),
      isTorchOn: false,
      zoom: 1,
    })),
    keepProblem: assign((_, problem: Problem) => ({ problem })),
    forgetProblem: assign({ problem: undefined }),
    forgetCode: assign({ lastText: undefined }),
    sendZoom: sendTo('camera', ({ context }) => ({ type: 'zoom' as const, zoom: context.zoom })),
    awaitGone: raise({ type: 'code.gone' }, { delay: 'outOfSight', id: 'outOfSight' }),
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
        // The page is out of sight and gave the camera back; it gets it again by itself.
        away: { on: { 'page.shown': '#scanner.started', stop: 'resting' } },
        readingPicture: {
          tags: 'busy',
          entry: 'forgetProblem',
          invoke: {
            src: 'readPicture',
            input: ({ event }) => {
              assertEvent(event, 'picture.given');
              return { picture: event.picture };
            },
            onDone: { target: 'resting', actions: { type: 'tell', params: ({ event }) => event.output } },
            onError: {
              target: 'resting',
              actions: { type: 'keepProblem', params: { key: 'scanner.noCodeInPicture' } },
            },
          },
        },
      },
    },
    started: {
      entry: ['forgetProblem', 'forgetCode'],
      invoke: { src: 'camera', id: 'camera', input: ({ context: { cameraId } }) => ({ cameraId }) },
      on: {
        stop: 'notStarted.resting',
        'camera.failed': {
          target: 'notStarted.resting',
          actions: [{ type: 'keepProblem', params: ({ event }) => event.problem }, 'tellFailure'],
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
            'camera.started': { target: 'scanning', actions: { type: 'know', params: ({ event }) => event.camera } },
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
                  'awaitGone',
                  { type: 'tell', params: ({ event }) => event.code },
                ],
              },
              { actions: [cancel('outOfSight'), 'awaitGone'] },
            ],
            'code.gone': { actions: 'forgetCode' },
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
                  type: 'keepProblem',
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
            resume: { target: 'scanning', actions: ['forgetCode', sendTo('camera', { type: 'resume' })] },
            // Whoever paused did not ask for the camera to come back by itself.
            'page.hidden': '#scanner.notStarted.resting',
          },
        },
      },
    },
  },
});
