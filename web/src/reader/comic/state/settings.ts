// How comics can be shown, what is usual for a book, and what of it may be read from where it was kept. No browser.

import { type Direction, type Tapping, usualTapping, zonePresets } from '../../shared/zones/zones.ts';

/** One screen after another, or all pages below one another. */
type Mode = 'paged' | 'strip';
export const fits = ['screen', 'width', 'height', 'original'] as const;
export type Fit = (typeof fits)[number];
export const backgrounds = ['black', 'gray', 'white', 'theme'] as const;
type Background = (typeof backgrounds)[number];

/** What belongs to the series: it is the same on every device. */
export interface SeriesSettings {
  mode: Mode;
  direction: Direction;
  /** The first page stands alone, as a cover does. */
  isCoverAlone: boolean;
  /** One more page stands alone before the pairs begin. */
  isShifted: boolean;
  /** Between pages of the strip, in pixels, 0 to 60. */
  gap: number;
}

/** What belongs to the series on this screen. */
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

/** What belongs to this device, whatever is read. */
export interface DeviceSettings extends Tapping {
  /** Single letters do something (WCAG 2.1.4: they can be turned off). */
  areLettersOn: boolean;
  /** Pages are fetched no larger than this screen shows them. */
  isResized: boolean;
}

export type Settings = SeriesSettings & ScreenSettings & DeviceSettings;

/** On a desk the strip is no wider. */
const stripPixels = 900;

/** What nobody chose. `readingDirection` is the book's own. */
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
    ...usualTapping,
    areLettersOn: true,
    isResized: true,
  };
}

type Check = (value: unknown) => boolean;
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.some((one) => one === value);
const between =
  (low: number, high: number): Check =>
  (value) =>
    typeof value === 'number' && value >= low && value <= high;
const flag: Check = (value) => typeof value === 'boolean';

const seriesChecks: Record<keyof SeriesSettings, Check> = {
  mode: oneOf(['paged', 'strip']),
  direction: oneOf(['ltr', 'rtl', 'ttb']),
  isCoverAlone: flag,
  isShifted: flag,
  gap: between(0, 60),
};
const screenChecks: Record<keyof ScreenSettings, Check> = {
  isDouble: flag,
  fit: oneOf(fits),
  stripWidth: between(20, 100),
  brightness: between(30, 150),
  contrast: between(30, 150),
  isGray: flag,
  background: oneOf(backgrounds),
};
const deviceChecks: Record<keyof DeviceSettings, Check> = {
  zones: oneOf(zonePresets),
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

/** The parts of what was kept that are what they should be: another version of the client may have kept it. */
export const readSeriesSettings = (value: unknown): Partial<SeriesSettings> => pick(value, seriesChecks);
export const readScreenSettings = (value: unknown): Partial<ScreenSettings> => pick(value, screenChecks);
export const readDeviceSettings = (value: unknown): Partial<DeviceSettings> => pick(value, deviceChecks);
