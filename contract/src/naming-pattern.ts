// How files that come into a library are named: a pattern with the values of a book.

/** What stands in braces. */
export const namingFields = [
  'series',
  'volume',
  'chapter',
  'number',
  'title',
  'year',
  'author',
  'publisher',
  'language',
  'name',
] as const;
export type NamingField = (typeof namingFields)[number];
export type NamingValues = Partial<Record<NamingField, string>>;

/** Where a library has none. */
export const defaultNamingPattern =
  '{series}/{series} v{volume:2} c{chapter:3} #{number:3} - {title} ({year})';
export const maxNamingPattern = 300;
const maxFolders = 8;
/** Of a name without its ending, in UTF-8: file systems take 255 bytes, which are 85 characters of Japanese. */
const maxNameBytes = 180;
/** What gives way where a name is too long, in this order. Numbers stay, as two volumes would have one name without them. */
const shortened = ['title', 'author', 'publisher', 'name', 'series'] as const satisfies NamingField[];

/** A field, and with how many digits a number is written at least: `{number:3}`. */
const field = /\{([a-z]{1,20})(?::([1-9]))?\}/g;

const isField = (name: string): name is NamingField => namingFields.some((known) => known === name);

export type PatternFault =
  | { key: 'naming_field'; params: { field: string; known: string } }
  | { key: 'naming_braces' | 'naming_path' };

/** The key of a reason and its values; undefined for a pattern that can be used. */
export function findPatternFault(pattern: string): PatternFault | undefined {
  for (const [, name = ''] of pattern.matchAll(field))
    if (!isField(name))
      return { key: 'naming_field', params: { field: name, known: namingFields.join(', ') } };
  if (/[{}]/.test(pattern.replace(field, ''))) return { key: 'naming_braces' };
  const segments = pattern.split('/');
  const isNamed = (segments.at(-1) ?? '').search(field) >= 0;
  const isPath = segments.length <= maxFolders && segments.every((one) => /[^\s.]/.test(one));
  return isNamed && isPath && !/[\\:*?"<>|\p{Cc}]/u.test(pattern.replace(field, ''))
    ? undefined
    : { key: 'naming_path' };
}

/**
 * The folders and the name, without its ending. Words whose value is missing are left out, and so are signs such as `-` that then
 * stand at an end or beside another; a folder of which nothing is left is none. The name is empty where no value of it is known.
 * Of a name of more than 180 bytes titles and names are shortened.
 */
export function toNamedPath(pattern: string, values: NamingValues): string[] {
  const segments = pattern.split('/').map((segment) => fillWithin(segment, values));
  return segments.filter((text, i) => text !== '' || i === segments.length - 1);
}

function fillWithin(segment: string, values: NamingValues): string {
  let text = fill(segment, values);
  let kept = values;
  for (const name of shortened) {
    const excess = countBytes(text) - maxNameBytes;
    if (excess <= 0) break;
    kept = { ...kept, [name]: cutBy(toPlain(kept[name] ?? ''), excess) };
    text = fill(segment, kept);
  }
  return text;
}

/** In UTF-8. */
function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Without as many characters at its end as have this many bytes. */
function cutBy(text: string, bytes: number): string {
  const characters = [...text];
  for (let cut = 0; cut < bytes && characters.length > 0; ) cut += countBytes(characters.pop() ?? '');
  return characters.join('').trimEnd();
}

function fill(segment: string, values: NamingValues): string {
  const words: string[] = [];
  let sign: string | undefined;
  for (const word of segment.split(' ')) {
    let isMissing = false;
    const text = word.replace(field, (_, name: string, digits?: string) => {
      const value = (isField(name) ? values[name] : undefined) ?? '';
      if (value === '') isMissing = true;
      return toPlain(digits === undefined ? value : pad(value, Number(digits)));
    });
    // A sign parts what is before from what is after it.
    if (isMissing) sign = undefined;
    if (isMissing || text === '') continue;
    if (/^[^\p{L}\p{N}]+$/u.test(word)) sign = words.length > 0 ? text : undefined;
    else {
      words.push(...(sign === undefined ? [] : [sign]), text);
      sign = undefined;
    }
  }
  return words.join(' ');
}

/** A value makes no folders. */
const toPlain = (value: string): string =>
  value
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const pad = (value: string, digits: number): string => {
  const [, whole = '', rest = ''] = /^(\d+)(\.\d+)?$/.exec(value) ?? [];
  return whole === '' ? value : whole.padStart(digits, '0') + rest;
};
