// The settings of the comic reader, their defaults for a book, and their validation when they are read from storage. No
// browser.

import { type Direction, defaultTapping, type Tapping, zonePresets } from '../../shared/zones/zones.ts';

/** One spread after another, or all pages below one another. */
type Mode = 'paged' | 'strip';
export const fits = ['screen', 'width', 'height', 'original'] as const;
export type Fit = (typeof fits)[number];
export const backgrounds = ['black', 'gray', 'white', 'theme'] as const;
type Background = (typeof backgrounds)[number];
/** `auto` shows two pages where the screen has room for them. */
export const layouts = ['auto', 'single', 'double'] as const;
type Layout = (typeof layouts)[number];
/** `auto` is what the browser says of its connection. */
export const savings = ['auto', 'on', 'off'] as const;
type Saving = (typeof savings)[number];
/** At the end of a book: its end card, the same with a countdown to the next book, or the next book at once. */
export const endings = ['card', 'countdown', 'next'] as const;
type Ending = (typeof endings)[number];

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
  /** White and black borders are not shown. */
  isCropped: boolean;
}

/** Settings of a series on this device. */
export interface ScreenSettings {
  /** One page, or two side by side where both are upright. */
  layout: Layout;
  /** The halves of wide pages one after the other, where pages are shown one by one. */
  isSplit: boolean;
  /** A shadow between two pages, as in a book of paper. */
  hasGutter: boolean;
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
  /** Smaller pages in a smaller format. */
  saving: Saving;
  ending: Ending;
  /** Pages of credits are left out. */
  isSkipping: boolean;
  /** How long the slideshow shows a page, 3 to 60. */
  slideSeconds: number;
}

export type Settings = SeriesSettings & ScreenSettings & DeviceSettings;

/** Maximum default width of the strip in pixels. */
const stripPixels = 900;

interface Subject {
  /** Of the book. */
  readingDirection: string | null;
  screenWidth: number;
  /** Its pages look like pieces of a long strip. */
  isTall?: boolean;
}

/** The settings without any choice. */
export function toDefaults({ readingDirection, screenWidth, isTall = false }: Subject): Settings {
  const direction = readingDirection === 'rtl' || readingDirection === 'ttb' ? readingDirection : 'ltr';
  return {
    mode: readingDirection === 'webtoon' || (isTall && direction !== 'rtl') ? 'strip' : 'paged',
    direction,
    isCoverAlone: true,
    isShifted: false,
    gap: 0,
    isCropped: false,
    layout: 'single',
    isSplit: false,
    hasGutter: false,
    fit: 'screen',
    stripWidth: Math.min(100, Math.max(20, Math.round((stripPixels / Math.max(1, screenWidth)) * 100))),
    brightness: 100,
    contrast: 100,
    isGray: false,
    background: 'black',
    ...defaultTapping,
    areLettersOn: true,
    isResized: true,
    saving: 'auto',
    ending: 'card',
    isSkipping: true,
    slideSeconds: 10,
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
  isCropped: flag,
};
const screenChecks: Record<keyof ScreenSettings, Check> = {
  layout: isOneOf(layouts),
  isSplit: flag,
  hasGutter: flag,
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
  saving: isOneOf(savings),
  ending: isOneOf(endings),
  isSkipping: flag,
  slideSeconds: between(3, 60),
};

const pick = (value: unknown, checks: Record<string, Check>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(([key, part]) =>
      Object.hasOwn(checks, key) ? checks[key]?.(part) : false,
    ),
  );

/** Earlier versions knew only one page or two. */
function readOldLayout(value: unknown): Partial<ScreenSettings> {
  const isDouble = typeof value === 'object' && value !== null && 'isDouble' in value && value.isDouble;
  return typeof isDouble === 'boolean' && isDouble ? { layout: 'double' } : {};
}

/** The valid parts of a stored value, which another version of the client may have written. */
export const readSeriesSettings = (value: unknown): Partial<SeriesSettings> => pick(value, seriesChecks);
export const readScreenSettings = (value: unknown): Partial<ScreenSettings> => ({
  ...readOldLayout(value),
  ...pick(value, screenChecks),
});
export const readDeviceSettings = (value: unknown): Partial<DeviceSettings> => pick(value, deviceChecks);
