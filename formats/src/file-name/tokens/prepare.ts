// Prepares a file system name for parsing: removes the extension, normalizes spaces, and adds a copy of the same length
// in plain signs. Does not interpret the text.

import { languageOfTag } from '../words/languages.ts';
import { toPlainSign } from './code-points.ts';

/** Number of code units of a name that are read. File systems allow 255 bytes or characters. */
export const maxNameLength = 1024;

export interface PreparedName {
  /** The name for display: NFC, single spaces, no control or direction characters. */
  text: string;
  /** The text with ASCII digits, dashes, quotes and brackets at the same offsets. */
  plain: string;
  /** Whether the name had an ebook extension (epub, pdf, mobi, …). */
  isEbook: boolean;
  isPdf?: boolean;
  /** Language of a suffix: "manual.pt_BR.epub". */
  language?: string;
}

const comicExtensions = 'cbz cbr cb7 cbt cba zip rar 7z tar tgz tbz2 txz tzst gz bz2 xz zst'.split(' ');
const ebookExtensions =
  'epub kepub pdf mobi azw azw3 kf8 prc fb2 fbz txt md markdown htmlz txtz djvu lit'.split(' ');
const sourceSuffix = / [-–] (?:libgen(?:\.[a-z]{2})?|z-?lib(?:rary)?(?:\.[a-z]{2,3})?)$/i;
const monthAndYear = /(?<![0-9])(0[1-9]|1[0-2])_((?:19|20)[0-9]{2})(?![0-9])/;
const languageSuffix = /\.([a-z]{2})(?:[_-]([A-Z]{2}))?$/;
const invisible = /[\p{Cf}--\u200d]/gv;
const ascii = /^[ -~]*$/;
const blanks = /[\s\p{Cc}_]+/gu;

/** Removes the extension of a file name, then cleans the name. */
export function prepareFileName(name: string): PreparedName {
  let stem = clean(name);
  let isEbook = false;
  let isPdf = false;
  for (let dot = stem.lastIndexOf('.'); dot > 0; dot = stem.lastIndexOf('.')) {
    const extension = stem.slice(dot + 1).toLowerCase();
    const ofEbook = ebookExtensions.includes(extension);
    if (!ofEbook && !comicExtensions.includes(extension)) break;
    isEbook ||= ofEbook;
    isPdf ||= extension === 'pdf';
    stem = stem.slice(0, dot);
  }
  stem = withSigns(stem.replace(sourceSuffix, ''), isEbook);
  const suffix = languageSuffix.exec(stem);
  const language = suffix?.[1] ? languageOfTag(suffix[1], suffix[2]) : undefined;
  if (suffix && language) stem = stem.slice(0, suffix.index);
  return { ...mirror(stem), isEbook, isPdf, language };
}

/**
 * Restores signs that file systems do not allow: "Mistborn_ The Final Empire" had a colon. In ebooks "03_2022" is a month
 * and a year.
 */
function withSigns(stem: string, isEbook: boolean): string {
  if (!stem.includes('_')) return stem;
  const text = /_(?! )/.test(stem) ? stem : stem.replace(/(?<=\p{L})_ (?=\p{L})/gu, ': ');
  return isEbook ? text.replace(monthAndYear, '$1-$2') : text;
}

/** Cleans text without an extension. */
export function prepareText(text: string): PreparedName {
  return { ...mirror(clean(text)), isEbook: false };
}

/** Cleans a folder name. A single dot is part of the name ("Re.Zero"). */
export function prepareFolderName(name: string): PreparedName {
  const cleaned = clean(name);
  const dot = cleaned.indexOf('.');
  const isPartOfName =
    dot > 0 && dot < cleaned.length - 1 && dot === cleaned.lastIndexOf('.') && /^[^0-9([]*$/.test(cleaned);
  return { ...(isPartOfName ? toMirrored(cleaned) : mirror(cleaned)), isEbook: false };
}

function clean(name: string): string {
  return name.slice(0, maxNameLength).toWellFormed().normalize('NFC').replace(invisible, '').trim();
}

function mirror(stem: string): { text: string; plain: string } {
  const hasBlanks = /[\s_]/.test(stem);
  return toMirrored(hasBlanks ? stem : withoutDots(stem));
}

function toMirrored(stem: string): { text: string; plain: string } {
  const text = stem.replace(blanks, ' ').trim();
  return { text, plain: toPlainText(text) };
}

/** Maps each code unit of a text to its plain sign. */
export function toPlainText(text: string): string {
  if (ascii.test(text)) return text;
  const plain = new Array<string>(text.length);
  for (let i = 0; i < text.length; i++) plain[i] = String.fromCharCode(toPlainSign(text.charCodeAt(i)));
  return plain.join('');
}

/**
 * Replaces dots with spaces in a name without spaces ("Series.Name.v01.c010.5"). Keeps a dot before a single decimal
 * digit, behind initials and abbreviations ("S.H.I.E.L.D", "D.Gray-man", "Dr.STONE") and at the beginning.
 */
function withoutDots(stem: string): string {
  const parts = stem.split('.');
  let text = parts[0] ?? '';
  for (let i = 1; i < parts.length; i++) {
    const before = parts[i - 1] ?? '';
    const after = parts[i] ?? '';
    const isDecimal =
      /(?:^|[^0-9])(?!(?:19|20)[0-9]{2}$)[0-9]{1,4}$/.test(before) && /^[0-9](?![0-9])/.test(after);
    const isInitial =
      (before.length <= 1 && after.length <= 1) ||
      (i === 1 && before === '') ||
      (i > 1 && before.length === 1 && parts[i - 2]?.length === 1 && /^\p{Lu}/u.test(after)) ||
      (/^(?:no|nr)$/i.test(before) && /^[0-9]/.test(after)) ||
      (/^(?:[B-HJ-Z]|[BCDFGHJ-NP-TV-XZ][b-df-hj-np-tv-xz]{1,2})$/.test(before) && /^\p{Lu}/u.test(after));
    text += `${isDecimal || isInitial ? '.' : ' '}${after}`;
  }
  return text;
}
