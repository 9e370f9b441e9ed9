import { describe, expect, it, vi } from 'vitest';
import { createActor, fromCallback, fromPromise, SimulatedClock, waitFor } from 'xstate';
import {
  type CameraCommand,
  type CameraEvent,
  type CameraFacts,
  type CameraInput,
  type ScannedCode,
  scannerMachine,
} from './scanner.machine.ts';

const rear: CameraFacts = {
  id: 'rear',
  cameras: [{ id: 'rear', label: 'Back' }],
  hasTorch: true,
  zoom: { min: 1, max: 4 },
};
const plain: CameraFacts = { id: 'front', cameras: [], hasTorch: false };
const picture = { name: 'code.png' };

function startScanner({
  startsAtOnce = true,
  readPicture = async (): Promise<ScannedCode> => ({ text: 'in-picture' }),
} = {}) {
  const clock = new SimulatedClock();
  const opened: (string | undefined)[] = [];
  const commands: CameraCommand[] = [];
  let isOpen = false;
  let report: (event: CameraEvent) => void = () => {};
  const camera = fromCallback<CameraCommand, CameraInput>(({ input, receive, sendBack }) => {
    opened.push(input.cameraId);
    isOpen = true;
    report = sendBack;
    receive((command) => commands.push(command));
    return () => {
      isOpen = false;
    };
  });
  const actors = { camera, readPicture: fromPromise<ScannedCode, { picture: unknown }>(readPicture) };
  const scanner = createActor(scannerMachine.provide({ actors }), {
    input: { cameraId: undefined, startsAtOnce },
    clock,
  });
  const read: string[] = [];
  const failed = vi.fn();
  scanner.on('read', ({ code }) => read.push(code.text));
  scanner.on('cameraFailed', failed);
  scanner.start();
  return {
    scanner,
    clock,
    opened,
    commands,
    read,
    failed,
    isOpen: () => isOpen,
    report: (event: CameraEvent) => report(event),
    value: () => scanner.getSnapshot().value,
    context: () => scanner.getSnapshot().context,
  };
}

function startScanning(camera = rear) {
  const all = startScanner();
  all.report({ type: 'camera.started', camera });
  return all;
}

const code = (text: string): CameraEvent => ({ type: 'code.read', code: { text } });

describe('not started', () => {
  it('cannot be paused, resumed, zoomed, or switch the torch', () => {
    const { scanner, value, isOpen } = startScanner({ startsAtOnce: false });
    for (const type of ['pause', 'resume', 'stop', 'page.hidden', 'page.shown'] as const) scanner.send({ type });
    scanner.send({ type: 'torch.switched', isOn: true });
    scanner.send({ type: 'zoom.set', zoom: 3 });
    expect(value()).toEqual({ notStarted: 'resting' });
    expect(isOpen()).toBe(false);
  });

  it('starts on `start`', () => {
    const { scanner, value, isOpen } = startScanner({ startsAtOnce: false });
    scanner.send({ type: 'start' });
    expect(value()).toEqual({ started: 'starting' });
    expect(isOpen()).toBe(true);
  });

  it('reads a code from a picture', async () => {
    const { scanner, read } = startScanner({ startsAtOnce: false });
    scanner.send({ type: 'picture.given', picture });
    await waitFor(scanner, (state) => state.matches({ notStarted: 'resting' }));
    expect(read).toEqual(['in-picture']);
  });

  it('says when there is no code in a picture', async () => {
    const { scanner, read, context } = startScanner({
      startsAtOnce: false,
      readPicture: () => Promise.reject(new Error()),
    });
    scanner.send({ type: 'picture.given', picture });
    await waitFor(scanner, (state) => state.matches({ notStarted: 'resting' }));
    expect(context().problem).toEqual({ key: 'scanner.noCodeInPicture' });
    expect(read).toEqual([]);
  });
});

describe('starting', () => {
  it('starts to scan when the camera is open, and knows its features', () => {
    const { value, context } = startScanning();
    expect(value()).toEqual({ started: 'scanning' });
    expect(context()).toMatchObject({ cameraId: 'rear', hasTorch: true, maxZoom: 4, zoom: 1, isTorchOn: false });
  });

  it('cannot be paused, and reads no picture', () => {
    const { scanner, value } = startScanner();
    scanner.send({ type: 'pause' });
    scanner.send({ type: 'picture.given', picture });
    expect(value()).toEqual({ started: 'starting' });
  });

  it('reports why there is no camera, and can be started again', () => {
    const { scanner, value, context, failed, report, isOpen } = startScanner();
    report({ type: 'camera.failed', problem: { key: 'scanner.noCamera' } });
    expect(value()).toEqual({ notStarted: 'resting' });
    expect(context().problem).toEqual({ key: 'scanner.noCamera' });
    expect(failed).toHaveBeenCalledOnce();
    expect(isOpen()).toBe(false);
    scanner.send({ type: 'start' });
    expect(context().problem).toBeUndefined();
  });
});

describe('scanning', () => {
  it('emits a code once while it is in sight, and again when it comes back', () => {
    const { read, report, clock } = startScanning();
    for (let times = 0; times < 30; times++) {
      report(code('dairy'));
      clock.increment(100);
    }
    expect(read).toEqual(['dairy']);
    report(code('bakery'));
    expect(read).toEqual(['dairy', 'bakery']);
    clock.increment(2000);
    report(code('bakery'));
    expect(read).toEqual(['dairy', 'bakery', 'bakery']);
  });

  it('reads no picture', () => {
    const { scanner, value } = startScanning();
    scanner.send({ type: 'picture.given', picture });
    expect(value()).toEqual({ started: 'scanning' });
  });

  it('stops, and releases the camera', () => {
    const { scanner, value, isOpen } = startScanning();
    scanner.send({ type: 'stop' });
    expect(value()).toEqual({ notStarted: 'resting' });
    expect(isOpen()).toBe(false);
  });

  it('switches the torch, and says when that failed', () => {
    const { scanner, commands, context, report } = startScanning();
    scanner.send({ type: 'torch.switched', isOn: true });
    expect(commands).toEqual([{ type: 'torch', isOn: true }]);
    expect(context().isTorchOn).toBe(true);
    report({ type: 'torch.failed', isOn: true });
    expect(context()).toMatchObject({ isTorchOn: false, problem: { key: 'scanner.torchOnFailed' } });
    report({ type: 'torch.failed', isOn: false });
    expect(context()).toMatchObject({ isTorchOn: true, problem: { key: 'scanner.torchOffFailed' } });
  });

  it.each([
    [2.34, 2.3],
    [9, 4],
    [0, 1],
  ])('zooms to %s as %s', (requested, zoom) => {
    const { scanner, commands, context } = startScanning();
    scanner.send({ type: 'zoom.set', zoom: requested });
    expect(context().zoom).toBe(zoom);
    expect(commands).toEqual([{ type: 'zoom', zoom }]);
  });

  it('sends no commands to a camera without torch and zoom', () => {
    const { scanner, commands, context } = startScanning(plain);
    scanner.send({ type: 'torch.switched', isOn: true });
    scanner.send({ type: 'zoom.set', zoom: 3 });
    expect(commands).toEqual([]);
    expect(context()).toMatchObject({ isTorchOn: false, zoom: 1 });
  });

  it('opens the camera that was chosen, after the other one', () => {
    const { scanner, opened, value } = startScanning();
    scanner.send({ type: 'camera.chosen', cameraId: 'front' });
    expect(opened).toEqual([undefined, 'front']);
    expect(value()).toEqual({ started: 'starting' });
  });

  it('reopens the camera when the device was rotated', () => {
    const { scanner, opened } = startScanning();
    scanner.send({ type: 'view.turned' });
    expect(opened).toEqual([undefined, 'rear']);
  });

  it('releases the camera while the page is hidden', () => {
    const { scanner, isOpen, value } = startScanning();
    scanner.send({ type: 'page.hidden' });
    expect(isOpen()).toBe(false);
    scanner.send({ type: 'page.shown' });
    expect(isOpen()).toBe(true);
    expect(value()).toEqual({ started: 'starting' });
  });

  it('ends when the camera is lost', () => {
    const { report, value, context } = startScanning();
    report({ type: 'camera.failed', problem: { key: 'scanner.lost' } });
    expect(value()).toEqual({ notStarted: 'resting' });
    expect(context().problem).toEqual({ key: 'scanner.lost' });
  });
});

describe('paused', () => {
  it('reads nothing until it is resumed', () => {
    const { scanner, commands, read, report, value } = startScanning();
    scanner.send({ type: 'pause' });
    expect(value()).toEqual({ started: 'paused' });
    report(code('dairy'));
    scanner.send({ type: 'picture.given', picture });
    scanner.send({ type: 'pause' });
    expect(read).toEqual([]);
    scanner.send({ type: 'resume' });
    report(code('dairy'));
    expect(read).toEqual(['dairy']);
    expect(commands).toEqual([{ type: 'pause' }, { type: 'resume' }]);
  });

  it('stops, and stays stopped after the page was hidden', () => {
    const { scanner, isOpen, value } = startScanning();
    scanner.send({ type: 'pause' });
    scanner.send({ type: 'page.hidden' });
    scanner.send({ type: 'page.shown' });
    expect(value()).toEqual({ notStarted: 'resting' });
    expect(isOpen()).toBe(false);
  });
});
