// The settings of the comic reader, their defaults for a book, and their validation when loaded from storage. Uses no
// browser API.

import { type Direction, defaultTapping, type Tapping, zonePresets } from '../../shared/zones/zones.ts';

/** Spreads one after another, or all pages in one column. */
type Mode = 'paged' | 'strip';
export const fits = ['screen', 'width', 'height', 'original'] as const;
export type Fit = (typeof fits)[number];
/** The order in which keys change the fit and the direction. */
export const nextFit = (fit: Fit): Fit => fits[(fits.indexOf(fit) + 1) % fits.length] ?? 'screen';
export const nextDirection = (direction: Direction): Direction =>
  (({ ltr: 'rtl', rtl: 'ttb', ttb: 'ltr' }) as const)[direction];
export const backgrounds = ['black', 'gray', 'white', 'theme'] as const;
type Background = (typeof backgrounds)[number];
/** `auto` shows two pages if the screen is wide enough. */
export const layouts = ['auto', 'single', 'double'] as const;
type Layout = (typeof layouts)[number];
/** `auto` follows the browser's data-saver setting. */
export const savings = ['auto', 'on', 'off'] as const;
type Saving = (typeof savings)[number];
/** At the end of a book: shows the end card, shows it with a countdown to the next book, or opens the next book immediately. */
export const endings = ['card', 'countdown', 'next'] as const;
type Ending = (typeof endings)[number];
/** When guided view shows the whole page, in addition to its panels. */
export const wholePages = ['none', 'before', 'after'] as const;
export type WholePage = (typeof wholePages)[number];
/** How guided view shows the rest of the page. */
export const rests = ['dim', 'hide', 'show'] as const;
type Rest = (typeof rests)[number];

/** Series settings that are the same on every device. */
export interface SeriesSettings {
  mode: Mode;
  direction: Direction;
  /** The first page is shown alone, as a cover. */
  isCoverAlone: boolean;
  /** One more page is shown alone before the pairs begin. */
  isShifted: boolean;
  /** Pixels between pages of the strip, 0 to 60. */
  gap: number;
  /** White and black borders are cropped. */
  isCropped: boolean;
}

/** Series settings on this device. */
export interface ScreenSettings {
  /** Guided view: pages are shown panel by panel. */
  isGuided: boolean;
  /** One page, or two side by side if both are portrait pages. */
  layout: Layout;
  /** Shows the halves of wide pages one after the other, in single-page layout. */
  isSplit: boolean;
  /** A shadow between two pages, as in a printed book. */
  hasGutter: boolean;
  fit: Fit;
  /** Width of the strip in percent of the screen, 20 to 100. */
  stripWidth: number;
  /** In percent, 30 to 150. */
  brightness: number;
  contrast: number;
  isGray: boolean;
  background: Background;
}

/** Settings of this device for all series. */
export interface DeviceSettings extends Tapping {
  /** Single-letter shortcuts are on. WCAG 2.1.4 requires that they can be turned off. */
  areLettersOn: boolean;
  /** Pages are loaded no larger than this screen displays them. */
  isResized: boolean;
  /** Requests smaller pages in a smaller format. */
  saving: Saving;
  ending: Ending;
  /** Credit pages are skipped. */
  isSkipping: boolean;
  /** Seconds per page of the slideshow, 3 to 60. */
  slideSeconds: number;
  wholePage: WholePage;
  rest: Rest;
}

export type Settings = SeriesSettings & ScreenSettings & DeviceSettings;

/** Maximum default width of the strip in pixels. */
const stripPixels = 900;

interface Subject {
  /** Reading direction of the book. */
  readingDirection: string | null;
  screenWidth: number;
  /** The pages look like parts of a long strip. */
  isTall?: boolean;
}

/** The settings if the user has chosen none. */
export function toDefaults({ readingDirection, screenWidth, isTall = false }: Subject): Settings {
  const direction = readingDirection === 'rtl' || readingDirection === 'ttb' ? readingDirection : 'ltr';
  return {
    mode: readingDirection === 'webtoon' || (isTall && direction !== 'rtl') ? 'strip' : 'paged',
    direction,
    isCoverAlone: true,
    isShifted: false,
    gap: 0,
    isCropped: false,
    isGuided: false,
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
    wholePage: 'after',
    rest: 'dim',
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
  isGuided: flag,
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
  wholePage: isOneOf(wholePages),
  rest: isOneOf(rests),
};

const pick = (value: unknown, checks: Record<string, Check>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(typeof value === 'object' && value !== null ? value : {}).filter(([key, part]) =>
      Object.hasOwn(checks, key) ? checks[key]?.(part) : false,
    ),
  );

/** Earlier versions stored only one page or two. */
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
