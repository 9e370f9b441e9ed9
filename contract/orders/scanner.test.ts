import { describe, expect, it } from 'vitest';
import { cameraConstraint, isCameraConstraint, cameraZoom, clampZoom, maxZoom, SCANNER, scanBox } from './scanner.ts';

it('scans as the specification says', () => {
  expect(SCANNER).toEqual({ fps: 10, defaultFps: 2, box: 250, minBox: 50, zoom: { min: 1, max: 5, step: 0.1 } });
});

describe('the scan box', () => {
  it.each([
    [{ width: 640, height: 480 }, undefined, 250],
    [{ width: 288, height: 216.5 }, undefined, 216],
    [{ width: 640, height: 480 }, 300, 300],
    [{ width: 20, height: 15 }, undefined, 50],
  ])('in a view of %j, requested %s, is %s', (view, requested, box) => expect(scanBox(view, requested)).toBe(box));

  it.each([49.9, 0, -250, Number.NaN])('is never %s', (requested) => {
    expect(() => scanBox({ width: 640, height: 480 }, requested)).toThrow('at least 50 px');
  });
});

describe('zoom', () => {
  it.each([
    [1, 1],
    [1.04, 1],
    [2.36, 2.4],
    [0, 1],
    [-3, 1],
    [99, 5],
    [Number.NaN, 1],
    [Number.POSITIVE_INFINITY, 5],
  ])('of %s is %s', (requested, zoom) => expect(clampZoom(requested)).toBe(zoom));

  it('goes no further than the camera does', () => expect(clampZoom(4, 2.5)).toBe(2.5));

  it.each([
    [undefined, 1],
    [{ min: 1, max: 10 }, 5],
    [{ min: 1, max: 2.55 }, 2.5],
    [{ min: 100, max: 400 }, 4],
    [{ min: 0, max: 400 }, 1],
    [{ min: 2, max: 2 }, 1],
  ])('of a camera with %j reaches %s', (range, max) => expect(maxZoom(range)).toBe(max));

  it('converts to the unit of the camera', () => {
    expect(cameraZoom(2, { min: 1, max: 8 })).toBe(2);
    expect(cameraZoom(2.5, { min: 100, max: 400 })).toBe(250);
    expect(cameraZoom(5, { min: 100, max: 400 })).toBe(400);
  });
});

describe('a camera constraint', () => {
  it.each([{ facingMode: 'environment' }, { facingMode: 'user' }, { deviceId: { exact: 'a7+/=' } }])(
    'may be %j',
    (value) => expect(isCameraConstraint(value)).toBe(true),
  );

  it.each([
    undefined,
    null,
    'environment',
    {},
    { facingMode: 'left' },
    { facingMode: 'environment', deviceId: { exact: 'a' } },
    { deviceId: 'a' },
    { deviceId: { exact: '' } },
    { deviceId: { exact: 'a', ideal: 'b' } },
    { deviceId: { exact: 'a b' } },
    { deviceId: { exact: 'a'.repeat(257) } },
    { width: 640 },
  ])('may not be %j', (value) => expect(isCameraConstraint(value)).toBe(false));

  it('names the camera by its id, and by where it looks when there is no such id', () => {
    expect(cameraConstraint('abc', 'environment')).toEqual({ deviceId: { exact: 'abc' } });
    expect(cameraConstraint(undefined, 'environment')).toEqual({ facingMode: 'environment' });
    expect(cameraConstraint('<script>', 'user')).toEqual({ facingMode: 'user' });
  });
});
