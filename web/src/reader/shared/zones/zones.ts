// Tap zones. Coordinates are shares of the screen, 0 to 1, from the top left corner. Uses no browser API.

export const zonePresets = ['sides', 'lShape', 'kindle', 'edges', 'none'] as const;
export type ZonePreset = (typeof zonePresets)[number];
/** Reading direction; `ttb` is top to bottom. */
export type Direction = 'ltr' | 'rtl' | 'ttb';
export type ZoneAction = 'next' | 'previous' | 'menu';

/** The tap zones of a device. */
export interface Tapping {
  zones: ZonePreset;
  /** Swaps next and previous. */
  isInverted: boolean;
}

export const defaultTapping: Tapping = { zones: 'sides', isInverted: false };

export interface Zone {
  action: ZoneAction;
  x: number;
  y: number;
  width: number;
  height: number;
}

const third = 1 / 3;
const zone = (action: ZoneAction, [x, y, width, height]: [number, number, number, number]): Zone => ({
  action,
  x,
  y,
  width,
  height,
});

/** Zones for left-to-right reading. A tap outside all zones toggles the bars. */
const presets: Record<ZonePreset, readonly Zone[]> = {
  sides: [zone('previous', [0, 0, third, 1]), zone('next', [2 * third, 0, third, 1])],
  lShape: [
    zone('previous', [0, 0, 1, third]),
    zone('previous', [0, third, third, third]),
    zone('next', [2 * third, third, third, third]),
    zone('next', [0, 2 * third, 1, third]),
  ],
  kindle: [
    zone('previous', [0, third, third, 2 * third]),
    zone('next', [third, third, 2 * third, 2 * third]),
  ],
  edges: [
    zone('next', [0, 0, third, 1]),
    zone('next', [2 * third, 0, third, 1]),
    zone('previous', [third, 2 * third, third, third]),
  ],
  none: [],
};

const inverted: Record<ZoneAction, ZoneAction> = { next: 'previous', previous: 'next', menu: 'menu' };

function turn({ x, y, width, height, action }: Zone, direction: Direction, preset: ZonePreset): Zone {
  if (direction === 'rtl') return { action, x: 1 - x - width, y, width, height };
  // For top-to-bottom reading, the side zones are at the top and bottom.
  if (direction === 'ttb' && preset === 'sides') return { action, x: y, y: x, width: height, height: width };
  return { action, x, y, width, height };
}

type Choice = Tapping & { direction: Direction };

export const toZones = ({ zones, isInverted, direction }: Choice): Zone[] =>
  presets[zones].map((one) => {
    const turned = turn(one, direction, zones);
    return isInverted ? { ...turned, action: inverted[turned.action] } : turned;
  });

export function toAction(x: number, y: number, choice: Choice): ZoneAction {
  const hit = toZones(choice).find(
    (one) => x >= one.x && x <= one.x + one.width && y >= one.y && y <= one.y + one.height,
  );
  return hit?.action ?? 'menu';
}
