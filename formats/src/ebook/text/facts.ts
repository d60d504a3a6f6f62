// Reads metadata of a text: the front matter of Markdown, and the header lines of Project Gutenberg.
import type { Contributor, EmbeddedMetadata } from '../../metadata.ts';
import { parsePartialDate, toDateFields } from '../../values/date.ts';
import { toDefined } from '../../values/defined.ts';
import { parseLanguage } from '../../values/language.ts';
import { toDistinct, toLine } from '../../values/text.ts';

const maxMatterLength = 10_000;

/** Reads `---`, lines of `key: value`, `---`: the flat subset of YAML. */
export function readFrontMatter(text: string): { metadata: EmbeddedMetadata | null; text: string } {
  const clean = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  const end = clean.startsWith('---\n') ? clean.slice(0, maxMatterLength).search(/\n(?:---|\.\.\.)\n/) : -1;
  if (end < 0) return { metadata: null, text: clean };
  const values = new Map<string, string[]>();
  let last = '';
  for (const line of clean.slice(4, end + 1).split('\n')) {
    const { key, value, item } = readLine(line);
    if (key !== undefined) {
      last = key.toLowerCase();
      values.set(last, toItems(value));
    } else if (item !== undefined) values.set(last, [...(values.get(last) ?? []), unquote(item)]);
  }
  const lines = (...keys: string[]) =>
    keys.flatMap((key) => values.get(key) ?? []).flatMap((value) => toLine(value) ?? []);
  return { metadata: toMetadata(lines), text: clean.slice(end + 5) };
}

/** Reads `key: value`, or a list item of the previous key. */
function readLine(line: string): { key?: string; value: string; item?: string } {
  const trimmed = line.trim();
  if (trimmed.startsWith('- ') && trimmed.length < line.length) return { value: '', item: trimmed.slice(2) };
  const colon = line.indexOf(':');
  const key = line.slice(0, Math.max(0, colon));
  return /^[A-Za-z_-]{1,40}$/.test(key) ? { key, value: line.slice(colon + 1) } : { value: '' };
}

/** Reads `[a, b]` or a single value. */
const toItems = (value: string): string[] => {
  const trimmed = value.trim();
  const list = trimmed.startsWith('[') && trimmed.endsWith(']') ? trimmed.slice(1, -1) : undefined;
  return (list === undefined ? [value] : list.split(',')).map(unquote).filter((item) => item !== '');
};

function unquote(text: string): string {
  const trimmed = text.trim();
  const [first] = trimmed;
  const isQuoted = trimmed.length > 1 && (first === '"' || first === "'") && trimmed.endsWith(first);
  return isQuoted ? trimmed.slice(1, -1) : trimmed;
}

/** Reads lines of `Title: …`, `Author: …` and `Language: …` before a text of Project Gutenberg. */
export function readStatedFacts(text: string): EmbeddedMetadata | null {
  const head = text.slice(0, 4_000);
  if (!/project gutenberg/i.test(head)) return null;
  const values = new Map<string, string>();
  for (const line of head.split(/\r?\n/)) {
    const { key, value } = readLine(line);
    if (key !== undefined && !values.has(key.toLowerCase())) values.set(key.toLowerCase(), value);
  }
  return toMetadata((...keys) => keys.flatMap((key) => toLine(values.get(key) ?? '') ?? []));
}

function toMetadata(lines: (...keys: string[]) => string[]): EmbeddedMetadata {
  const authors: Contributor[] = lines('author', 'authors', 'creator').map((name) => ({
    name,
    role: 'author',
  }));
  const [series] = lines('series');
  return toDefined<EmbeddedMetadata>({
    source: 'text',
    title: lines('title')[0],
    subtitle: lines('subtitle')[0],
    summary: lines('description', 'summary', 'abstract')[0],
    authors: authors.length > 0 ? authors : undefined,
    series,
    publisher: lines('publisher')[0],
    language: parseLanguage(lines('lang', 'language')[0] ?? ''),
    ...toDateFields(parsePartialDate(lines('date')[0] ?? '')),
    subjects: toDistinct(lines('subject', 'keywords')),
    tags: toDistinct(lines('tags')),
    rights: lines('rights')[0],
  });
}
