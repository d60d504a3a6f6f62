// The settings of the comic reader, their defaults for a book, and their validation when they are read from storage. No
// browser.

import { type Direction, defaultTapping, type Tapping, zonePresets } from '../../shared/zones/zones.ts';

/** One spread after another, or all pages below one another. */
type Mode = 'paged' | 'strip';
export const fits = ['screen', 'width', 'height', 'original'] as const;
export type Fit = (typeof fits)[number];
export const backgrounds = ['black', 'gray', 'white', 'theme'] as const;
type Background = (typeof backgrounds)[number];

/** Settings of a series, the same on every device. */
export interface SeriesSettings {
  mode: Mode;
  direction: Direction;
  /** The first page stands alone, as a cover. */
  isCoverAlone: boolean;
  /** One more page stands alone before the pairs begin. */
  isShifted: boolean;
  /** Pixels between pages of the strip, 0 to 60. */
  gap: number;
}

/** Settings of a series on this device. */
export interface ScreenSettings {
  /** Two pages side by side where both are upright. */
  isDouble: boolean;
  fit: Fit;
  /** Of the strip, in per cent of the screen, 20 to 100. */
  stripWidth: number;
  /** In per cent, 30 to 150. */
  brightness: number;
  contrast: number;
  isGray: boolean;
  background: Background;
}

/** Settings of this device, for all series. */
export interface DeviceSettings extends Tapping {
  /** Shortcuts of a single letter are on (WCAG 2.1.4: they can be turned off). */
  areLettersOn: boolean;
  /** Pages are loaded no larger than this screen shows them. */
  isResized: boolean;
}

export type Settings = SeriesSettings & ScreenSettings & DeviceSettings;

/** Maximum default width of the strip in pixels. */
const stripPixels = 900;

/** The settings without any choice. `readingDirection` is that of the book. */
export function toDefaults(readingDirection: string | null, screenWidth: number): Settings {
  const direction = readingDirection === 'rtl' || readingDirection === 'ttb' ? readingDirection : 'ltr';
  return {
    mode: readingDirection === 'webtoon' ? 'strip' : 'paged',
    direction,
    isCoverAlone: true,
    isShifted: false,
    gap: 0,
    isDouble: false,
    fit: 'screen',
    stripWidth: Math.min(100, Math.max(20, Math.round((stripPixels / Math.max(1, screenWidth)) * 100))),
    brightness: 100,
    contrast: 100,
    isGray: false,
    background: 'black',
    ...defaultTapping,
    areLettersOn: true,
    isResized: true,
  };
}

type Check = (value: unknown) => boolean;
const isOneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((one) => one === value);
const between =
  (low: number, high: number): Check =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high;
const flag: Check = (value) => typeof value === 'boolean';

const seriesChecks: Record<keyof SeriesSettings, Check> = {
  mode: isOneOf(['paged', 'strip']),
  direction: isOneOf(['ltr', 'rtl', 'ttb']),
  isCoverAlone: flag,
  isShifted: flag,
  gap: between(0, 60),
};
const screenChecks: Record<keyof ScreenSettings, Check> = {
  isDouble: flag,
  fit: isOneOf(fits),
  stripWidth: between(20, 100),
  brightness: between(30, 150),
  contrast: between(30, 150),
  isGray: flag,
  background: isOneOf(backgrounds),
};
const deviceChecks: Record<keyof DeviceSettings, Check> = {
  zones: isOneOf(zonePresets),
  isInverted: flag,
  areLettersOn: flag,
  isResized: flag,
};

const pick = (value: unknown, checks: Record<string, Check>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(([key, part]) =>
      Object.hasOwn(checks, key) ? checks[key]?.(part) : false,
    ),
  );

/** The valid parts of a stored value, which another version of the client may have written. */
export const readSeriesSettings = (value: unknown): Partial<SeriesSettings> => pick(value, seriesChecks);
export const readScreenSettings = (value: unknown): Partial<ScreenSettings> => pick(value, screenChecks);
export const readDeviceSettings = (value: unknown): Partial<DeviceSettings> => pick(value, deviceChecks);
