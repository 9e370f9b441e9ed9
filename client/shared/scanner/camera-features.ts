import { cameraZoom, type ZoomRange } from '@haat/contract/orders/scanner';
import type { CameraFacts } from '@haat/machines/stock/scanner.machine';

// Supported by phones, but missing in the types.
type Capabilities = MediaTrackCapabilities & { torch?: boolean; zoom?: ZoomRange };

/** The features of the running camera, and the other cameras: their names are known once permission was granted. */
export async function readFeatures(track: MediaStreamTrack): Promise<CameraFacts> {
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

/** Switches the torch. False if it did not change: a camera may ignore it without an error. */
export async function switchTorch(track: MediaStreamTrack, isOn: boolean): Promise<boolean> {
  try {
    await track.applyConstraints({ advanced: [{ torch: isOn } as MediaTrackConstraintSet] });
    return (track.getSettings() as { torch?: boolean }).torch === isOn;
  } catch {
    return false;
  }
}

/** Sets the zoom. Errors are ignored: the picture shows the result. */
export async function zoomTo(track: MediaStreamTrack, zoom: number): Promise<void> {
  const range = zoomOf(track);
  if (!range) return;
  const wish = { zoom: cameraZoom(zoom, range) } as MediaTrackConstraintSet;
  await track.applyConstraints({ advanced: [wish] }).catch(() => {});
}

// The zoom range in units of the camera.
function zoomOf(track: MediaStreamTrack): ZoomRange | undefined {
  const { zoom } = capabilitiesOf(track);
  return zoom && { min: zoom.min, max: zoom.max };
}

// Firefox does not support `getCapabilities`.
function capabilitiesOf(track: MediaStreamTrack): Capabilities {
  return 'getCapabilities' in track ? track.getCapabilities() : {};
}
