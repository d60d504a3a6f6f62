// The tap zones for texts on this device.
import { toRecord } from '@lectern/contract/records';
import { useCallback, useState } from 'react';
import { type Tapping, usualTapping, zonePresets } from '../../shared/zones/zones.ts';

const key = 'lectern.epub.tapping';

/** The valid parts of the stored value. */
export function readTapping(kept: string | null): Tapping {
  try {
    const { zones, isInverted } = toRecord(JSON.parse(kept ?? '{}'));
    return {
      zones: zonePresets.find((one) => one === zones) ?? usualTapping.zones,
      isInverted: isInverted === true,
    };
  } catch {
    return usualTapping;
  }
}

export interface TappingMemory {
  tapping: Tapping;
  change(part: Partial<Tapping>): void;
}

export function useTapping(): TappingMemory {
  const [tapping, setTapping] = useState(() => readTapping(localStorage.getItem(key)));
  const change = useCallback(
    (part: Partial<Tapping>) => {
      const next = { ...tapping, ...part };
      setTapping(next);
      localStorage.setItem(key, JSON.stringify(next));
    },
    [tapping],
  );
  return { tapping, change };
}
