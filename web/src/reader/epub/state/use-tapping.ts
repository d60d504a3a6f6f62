// The tap zones for text books on this device.
import { toRecord } from '@lectern/contract/records';
import { useCallback, useState } from 'react';
import { readFromDevice, storeOnDevice } from '../../../api/device-storage.ts';
import { defaultTapping, type Tapping, zonePresets } from '../../shared/zones/zones.ts';

const key = 'lectern.epub.tapping';

/** The valid parts of the stored value. */
export function readTapping(stored: string | null): Tapping {
  try {
    const { zones, isInverted } = toRecord(JSON.parse(stored ?? '{}'));
    return {
      zones: zonePresets.find((one) => one === zones) ?? defaultTapping.zones,
      isInverted: isInverted === true,
    };
  } catch {
    return defaultTapping;
  }
}

export interface TappingStore {
  tapping: Tapping;
  change(part: Partial<Tapping>): void;
}

export function useTapping(): TappingStore {
  const [tapping, setTapping] = useState(() => readTapping(readFromDevice(key)));
  const change = useCallback(
    (part: Partial<Tapping>) => {
      const next = { ...tapping, ...part };
      setTapping(next);
      storeOnDevice(key, JSON.stringify(next));
    },
    [tapping],
  );
  return { tapping, change };
}
