// Typefaces bundled with the client (SIL Open Font License) and the alphabets they support. Font files are fetched when a
// typeface is chosen.

import dyslexic400Italic from '@fontsource/opendyslexic/files/opendyslexic-latin-400-italic.woff2?url';
import dyslexic400 from '@fontsource/opendyslexic/files/opendyslexic-latin-400-normal.woff2?url';
import dyslexic700Italic from '@fontsource/opendyslexic/files/opendyslexic-latin-700-italic.woff2?url';
import dyslexic700 from '@fontsource/opendyslexic/files/opendyslexic-latin-700-normal.woff2?url';
import atkinsonLatinExtItalic from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-italic.woff2?url';
import atkinsonLatinExt from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url';
import atkinsonLatinItalic from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-italic.woff2?url';
import atkinsonLatin from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import literataCyrillicItalic from '@fontsource-variable/literata/files/literata-cyrillic-wght-italic.woff2?url';
import literataCyrillic from '@fontsource-variable/literata/files/literata-cyrillic-wght-normal.woff2?url';
import literataGreekItalic from '@fontsource-variable/literata/files/literata-greek-wght-italic.woff2?url';
import literataGreek from '@fontsource-variable/literata/files/literata-greek-wght-normal.woff2?url';
import literataLatinExtItalic from '@fontsource-variable/literata/files/literata-latin-ext-wght-italic.woff2?url';
import literataLatinExt from '@fontsource-variable/literata/files/literata-latin-ext-wght-normal.woff2?url';
import literataLatinItalic from '@fontsource-variable/literata/files/literata-latin-wght-italic.woff2?url';
import literataLatin from '@fontsource-variable/literata/files/literata-latin-wght-normal.woff2?url';
import literataVietnameseItalic from '@fontsource-variable/literata/files/literata-vietnamese-wght-italic.woff2?url';
import literataVietnamese from '@fontsource-variable/literata/files/literata-vietnamese-wght-normal.woff2?url';
import sourceSansCyrillicItalic from '@fontsource-variable/source-sans-3/files/source-sans-3-cyrillic-wght-italic.woff2?url';
import sourceSansCyrillic from '@fontsource-variable/source-sans-3/files/source-sans-3-cyrillic-wght-normal.woff2?url';
import sourceSansGreekItalic from '@fontsource-variable/source-sans-3/files/source-sans-3-greek-wght-italic.woff2?url';
import sourceSansGreek from '@fontsource-variable/source-sans-3/files/source-sans-3-greek-wght-normal.woff2?url';
import sourceSansLatinExtItalic from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-italic.woff2?url';
import sourceSansLatinExt from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-ext-wght-normal.woff2?url';
import sourceSansLatinItalic from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-italic.woff2?url';
import sourceSansLatin from '@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url';
import sourceSansVietnameseItalic from '@fontsource-variable/source-sans-3/files/source-sans-3-vietnamese-wght-italic.woff2?url';
import sourceSansVietnamese from '@fontsource-variable/source-sans-3/files/source-sans-3-vietnamese-wght-normal.woff2?url';

export const bundledFonts = ['serif', 'sans', 'hyperlegible', 'dyslexic'] as const;
export type BundledFont = (typeof bundledFonts)[number];

type Alphabet = 'latin' | 'latin-ext' | 'cyrillic' | 'greek' | 'vietnamese';

export interface FontFile {
  alphabet: Alphabet;
  url: string;
  /** The descriptors of its `@font-face`. */
  descriptors: string;
}

const pair = (alphabet: Alphabet, normal: string, italic: string, weight = '200 900'): FontFile[] =>
  [
    { url: normal, style: 'normal' },
    { url: italic, style: 'italic' },
  ].map(({ url, style }) => ({
    alphabet,
    url,
    descriptors: `font-style: ${style}; font-weight: ${weight}; unicode-range: ${ranges[alphabet]}`,
  }));

/** Subsets as the font packages divide them. */
const ranges: Record<Alphabet, string> = {
  latin:
    'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD',
  'latin-ext':
    'U+0100-0130, U+0132-0151, U+0154-02BA, U+02BD-02C5, U+02C7-02CC, U+02CE-02D7, U+02DD-02FF, U+1D00-1DBF, U+1E00-1E9F, U+1EF2-1EFF, U+20A0-20AB, U+20AD-20C4, U+2113, U+2C60-2C7F, U+A720-A7FF',
  cyrillic: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
  greek: 'U+0370-0377, U+037A-037F, U+0384-038A, U+038C, U+038E-03A1, U+03A3-03FF',
  vietnamese:
    'U+0102-0103, U+0110-0111, U+0128-0129, U+0168-0169, U+01A0-01A1, U+01AF-01B0, U+0300-0304, U+0308-0309, U+0323, U+0329, U+1EA0-1EF9, U+20AB',
};

const files: Record<BundledFont, readonly FontFile[]> = {
  serif: [
    ...pair('latin', literataLatin, literataLatinItalic),
    ...pair('latin-ext', literataLatinExt, literataLatinExtItalic),
    ...pair('cyrillic', literataCyrillic, literataCyrillicItalic),
    ...pair('greek', literataGreek, literataGreekItalic),
    ...pair('vietnamese', literataVietnamese, literataVietnameseItalic),
  ],
  sans: [
    ...pair('latin', sourceSansLatin, sourceSansLatinItalic),
    ...pair('latin-ext', sourceSansLatinExt, sourceSansLatinExtItalic),
    ...pair('cyrillic', sourceSansCyrillic, sourceSansCyrillicItalic),
    ...pair('greek', sourceSansGreek, sourceSansGreekItalic),
    ...pair('vietnamese', sourceSansVietnamese, sourceSansVietnameseItalic),
  ],
  hyperlegible: [
    ...pair('latin', atkinsonLatin, atkinsonLatinItalic),
    ...pair('latin-ext', atkinsonLatinExt, atkinsonLatinExtItalic),
  ],
  dyslexic: [
    ...pair('latin', dyslexic400, dyslexic400Italic, '400'),
    ...pair('latin', dyslexic700, dyslexic700Italic, '700'),
  ],
};

/** Subsets for rare alphabets are fetched only for books in a matching language. */
const languages: Partial<Record<Alphabet, RegExp>> = {
  cyrillic: /^(be|bg|kk|ky|mk|mn|ru|sr|tg|uk)\b/i,
  greek: /^(el|grc)\b/i,
  vietnamese: /^vi\b/i,
};

/** Font files of a typeface that a book in this language needs. */
export const listFontFiles = (font: BundledFont, language: string | undefined): FontFile[] =>
  files[font].filter(({ alphabet }) => languages[alphabet]?.test(language ?? '') ?? true);
