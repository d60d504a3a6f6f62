// Id and name of this browser as a reading device.
import { readFromDevice, storeOnDevice } from '../../api/device-storage.ts';

const key = 'lectern.device';

export function deviceId(): string {
  const known = readFromDevice(key);
  if (known) return known;
  const made = `web-${Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
  storeOnDevice(key, made);
  return made;
}

const platform = /Android|iPhone|iPad|Macintosh|Windows|Linux/.exec(navigator.userAgent)?.[0] ?? 'a computer';
export const deviceName = `Browser on ${platform}`;
