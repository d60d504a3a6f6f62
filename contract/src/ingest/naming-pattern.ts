// Naming patterns for files that are added to a library.

/** Names of placeholders. */
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

/** Default pattern of libraries. */
export const defaultNamingPattern =
  '{series}/{series} v{volume:2} c{chapter:3} #{number:3} - {title} ({year})';
export const maxNamingPattern = 300;
const maxFolders = 8;
/** Limit in UTF-8 bytes, without extension. File systems allow 255 bytes, which are 85 Japanese characters. */
const maxNameBytes = 180;
/** Order in which values are shortened if a name is too long. Numbers are kept, because they distinguish volumes. */
const shortened = ['title', 'author', 'publisher', 'name', 'series'] as const satisfies NamingField[];

/** Placeholder with an optional minimum number of digits: `{number:3}`. */
const field = /\{([a-z]{1,20})(?::([1-9]))?\}/g;

const isField = (name: string): name is NamingField => namingFields.some((known) => known === name);

/** Messages about invalid patterns. Part of reasons.ts. */
export const namingMessages = {
  naming_braces: 'The pattern contains a brace without its counterpart.',
  naming_field: 'Unknown value {field}. Available values: {known}',
  naming_path: 'The pattern must be a relative path whose last part contains a value.',
} as const;

export type PatternFault =
  | { key: 'naming_field'; params: { field: string; known: string } }
  | { key: 'naming_braces' | 'naming_path' };

/** Returns the key and values of a reason, or undefined for a valid pattern. */
export function findPatternFault(pattern: string): PatternFault | undefined {
  for (const [, name = ''] of pattern.matchAll(field))
    if (!isField(name))
      return { key: 'naming_field', params: { field: name, known: namingFields.join(', ') } };
  if (/[{}]/.test(pattern.replace(field, ''))) return { key: 'naming_braces' };
  const segments = pattern.split('/');
  const isNamed = (segments.at(-1) ?? '').search(field) >= 0;
  const isPath = segments.length <= maxFolders && segments.every((segment) => /[^\s.]/.test(segment));
  return isNamed && isPath && !/[\\:*?"<>|\p{Cc}]/u.test(pattern.replace(field, ''))
    ? undefined
    : { key: 'naming_path' };
}

/**
 * Returns the folders and the file name without extension. Omits words with missing values, separators such as `-` that
 * remain at an end or next to another one, and folders that become empty. The name is empty if all of its values are
 * missing. Names of more than 180 bytes are shortened.
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

function countBytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}

/** Removes characters from the end until at least this many bytes are removed. */
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
    // A separator is kept only between two values.
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

/** Replaces path separators in values. */
const toPlain = (value: string): string =>
  value
    .replace(/[/\\:*?"<>|]/g, '_')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

const pad = (value: string, digits: number): string => {
  const [, whole = '', rest = ''] = /^(\d+)(\.\d+)?$/.exec(value) ?? [];
  return whole === '' ? value : whole.padStart(digits, '0') + rest;
};
