// The appearance of the text: its settings, and the style sheets and attributes for them. No browser.
import { isKeyOf } from '@lectern/contract/records';

const themes = ['auto', 'light', 'sepia', 'dark', 'black'] as const;
const fonts = ['publisher', 'serif', 'sans', 'hyperlegible', 'dyslexic', 'mono'] as const;
const aligns = ['publisher', 'start', 'justify'] as const;
const hyphenations = ['publisher', 'auto', 'none'] as const;
const columnChoices = ['auto', 'one', 'two'] as const;
const rulers = ['off', 'line', 'window'] as const;

/** A concrete theme. */
export type Theme = Exclude<(typeof themes)[number], 'auto'>;

/** The id of a font that the user uploaded. */
export type OwnFont = `own:${string}`;
export const ownPrefix = 'own:';
export const isOwnFont = (font: string): font is OwnFont => font.startsWith(ownPrefix);

export interface Appearance {
  flow: 'paginated' | 'scrolled';
  theme: (typeof themes)[number];
  font: (typeof fonts)[number] | OwnFont;
  /** Percent of the normal size: 50 to 300. */
  size: number;
  /** 1 to 2.5 times the font size; 0 uses the publisher's line height. */
  lineHeight: number;
  /** Hundredths of the font size, 0 to 30. */
  letterSpacing: number;
  wordSpacing: number;
  /** Margin on each side in percent of the window width: 0 to 20. */
  margin: number;
  /** Maximum line width in pixels: 320 to 1,600. */
  width: number;
  align: (typeof aligns)[number];
  hyphens: (typeof hyphenations)[number];
  columns: (typeof columnChoices)[number];
  /** Percent of the screen brightness: 30 to 100. */
  brightness: number;
  ruler: (typeof rulers)[number];
  /** Lines of text in the ruler: 1 to 8. */
  rulerLines: number;
}

export const defaultAppearance: Appearance = {
  flow: 'paginated',
  theme: 'auto',
  font: 'publisher',
  size: 100,
  lineHeight: 0,
  letterSpacing: 0,
  wordSpacing: 0,
  margin: 6,
  width: 720,
  align: 'publisher',
  hyphens: 'publisher',
  columns: 'auto',
  brightness: 100,
  ruler: 'off',
  rulerLines: 2,
};

const ranges = {
  size: [50, 300],
  lineHeight: [0, 2.5],
  letterSpacing: [0, 30],
  wordSpacing: [0, 60],
  margin: [0, 20],
  width: [320, 1_600],
  brightness: [30, 100],
  rulerLines: [1, 8],
} as const;
const choices = {
  flow: ['paginated', 'scrolled'],
  theme: themes,
  font: fonts,
  align: aligns,
  hyphens: hyphenations,
  columns: columnChoices,
  ruler: rulers,
} as const;

const isOwn = (name: string, value: unknown): boolean =>
  name === 'font' && typeof value === 'string' && /^own:[\w-]{1,64}$/.test(value);

/** The valid parts of a stored appearance. */
export function readAppearance(stored: unknown): Partial<Appearance> {
  if (typeof stored !== 'object' || stored === null) return {};
  const known = Object.entries(stored).filter(([name, value]) => {
    if (isKeyOf(ranges, name))
      return typeof value === 'number' && value >= ranges[name][0] && value <= ranges[name][1];
    return isKeyOf(choices, name) && (choices[name].some((choice) => choice === value) || isOwn(name, value));
  });
  return Object.fromEntries(known);
}

export interface Colors {
  paper: string;
  ink: string;
  link: string;
  scheme: 'light' | 'dark';
}

/** Contrast of text and links to the background: more than 7 : 1 and 4.5 : 1. */
export const themeColors: Record<Theme, Colors> = {
  light: { paper: '#ffffff', ink: '#1a1a1a', link: '#0b5a68', scheme: 'light' },
  sepia: { paper: '#f4ecd8', ink: '#3d2f1f', link: '#7a3e00', scheme: 'light' },
  dark: { paper: '#1f1e1d', ink: '#d8d5cf', link: '#7cc7d9', scheme: 'dark' },
  black: { paper: '#000000', ink: '#c9c6c0', link: '#7cc7d9', scheme: 'dark' },
};

/** The font family of a bundled or uploaded typeface. */
export const chosenFamily = 'Lectern chosen';

const serif = '"Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", serif';
const sans = '"Hiragino Sans", "Yu Gothic", "Noto Sans CJK JP", sans-serif';

/** Characters that the typeface lacks fall back to a system font. */
function toFamilies(font: Exclude<Appearance['font'], 'publisher'>): string {
  if (font === 'mono') return 'ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace';
  if (font === 'serif') return `"${chosenFamily}", Charter, Georgia, "Noto Serif", ${serif}`;
  if (font === 'dyslexic') return `"${chosenFamily}", "Comic Sans MS", "Comic Neue", Verdana, ${sans}`;
  return `"${chosenFamily}", system-ui, "Segoe UI", Roboto, "Noto Sans", ${sans}`;
}

const text = 'p, li, dd, dt, blockquote, td, th, div, section, article, body';
const paragraphs = 'p, li, dd, blockquote';
const exact = ':not(pre, pre *, code, kbd, samp, svg, svg *, math, math *)';

/** Two style sheets: one is inserted before the book's styles, the other after them with the rules of the loaded typeface. */
export function toStyles(appearance: Appearance, theme: Theme, fontFaces = ''): [string, string] {
  const { scheme } = themeColors[theme];
  const before = `html { color-scheme: ${scheme}; hanging-punctuation: allow-end last; orphans: 2; widows: 2; }
    ${paragraphs} { overflow-wrap: break-word; }
    aside[epub|type~="footnote"] { display: none; }`;
  return [
    `@namespace epub "http://www.idpf.org/2007/ops";\n${before}`,
    [fontFaces, ...toReaderStyles(appearance, theme)].join('\n'),
  ];
}

function toReaderStyles(appearance: Appearance, theme: Theme): string[] {
  const { font, size, lineHeight, letterSpacing, wordSpacing, align, hyphens } = appearance;
  const rules = [...toColorRules(theme), `html { font-size: ${(16 * size) / 100}px !important; }`];
  if (size !== 100) rules.push('body { font-size: 1rem !important; }');
  if (font !== 'publisher')
    rules.push(`html, body, body *${exact} { font-family: ${toFamilies(font)} !important; }`);
  if (lineHeight > 0) rules.push(`:is(${text}) { line-height: ${lineHeight} !important; }`);
  if (letterSpacing > 0) rules.push(`:is(${text}) { letter-spacing: ${letterSpacing / 100}em !important; }`);
  if (wordSpacing > 0) rules.push(`:is(${text}) { word-spacing: ${wordSpacing / 100}em !important; }`);
  if (align !== 'publisher') rules.push(`:is(${paragraphs}) { text-align: ${align} !important; }`);
  if (hyphens !== 'publisher') {
    const value = hyphens === 'none' ? 'manual' : 'auto';
    rules.push(`:is(${paragraphs}) { -webkit-hyphens: ${value} !important; hyphens: ${value} !important; }`);
  }
  return rules;
}

function toColorRules(theme: Theme): string[] {
  if (theme === 'light') return [];
  const { ink, link, scheme } = themeColors[theme];
  return [
    `html, body { background: transparent !important; color: ${ink} !important; }`,
    `body *:not(svg *, img, video, math *) { color: inherit !important; background-color: transparent !important;
      border-color: currentcolor !important; text-shadow: none !important; box-shadow: none !important; }`,
    `a:any-link, a:any-link * { color: ${link} !important; }`,
    ...(scheme === 'dark' ? ['img { filter: brightness(.88); }'] : []),
  ];
}

/** Attributes of the layout engine for a window width in pixels. */
export function toLayout(
  { flow, margin, width, columns }: Appearance,
  windowWidth: number,
): Record<string, string> {
  const isNarrow = windowWidth < 600;
  // Two columns need lines of at most half the window.
  const line = columns === 'two' ? Math.min(width, Math.max(80, Math.floor(windowWidth / 2) - 1)) : width;
  return {
    flow,
    gap: `${Math.max(1, margin)}%`,
    // In addition to the space that the bars take.
    margin: isNarrow ? '4px' : '8px',
    'max-inline-size': `${line}px`,
    'max-block-size': '1600px',
    'max-column-count': columns === 'one' ? '1' : '2',
  };
}
