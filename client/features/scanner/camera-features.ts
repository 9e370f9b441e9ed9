import { cameraZoom, type ZoomRange } from '@haat/contract/rules/scanner';
import type { CameraFacts } from '@haat/machines/scanner/scanner-events';

// Not in the types of the platform, but in the phones.
type Capabilities = MediaTrackCapabilities & { torch?: boolean; zoom?: ZoomRange };

/** What the running camera can do, and which others this device has: their names are known once one was allowed. */
export async function factsOf(track: MediaStreamTrack): Promise<CameraFacts> {
  const devices = await navigator.mediaDevices.enumerateDevices();
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '');
  const zoom = zoomOf(track);
  return {
    id: track.getSettings().deviceId ?? '',
    cameras: cameras.map(({ deviceId, label }) => ({ id: deviceId, label })),
    hasTorch: capabilitiesOf(track).torch === true,
    ...(zoom ? { zoom } : {}),
  };
}

/** Whether the torch is now as it was wanted: a camera may ignore the wish without a word. */
export async function switchTorch(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    return (track.getSettings() as { torch?: boolean }).torch === isOn;
  } catch {
    return false;
  }
}

/** Enlarges the picture. What the camera refuses, or the slider's next position overtakes, shows in the picture itself. */
export async function zoomTo(track: MediaStreamTrack, zoom: number): Promise<void> {
  const range = zoomOf(track);
  if (!range) return;
  const wish = { zoom: cameraZoom(zoom, range) } as MediaTrackConstraintSet;
  await track.applyConstraints({ advanced: [wish] }).catch(() => {});
}

// How far the camera zooms, in its own units.
function zoomOf(track: MediaStreamTrack): ZoomRange | undefined {
  const { zoom } = capabilitiesOf(track);
  return zoom && { min: zoom.min, max: zoom.max };
}

// Firefox has no capabilities to ask for.
function capabilitiesOf(track: MediaStreamTrack): Capabilities {
  return 'getCapabilities' in track ? track.getCapabilities() : {};
}
