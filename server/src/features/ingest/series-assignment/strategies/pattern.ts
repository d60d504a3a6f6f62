// Regular expressions of users, run by a linear-time engine.
import { maxPatternLength } from '@lectern/contract/ingest/scanning-strategies';
import { parseNumberText } from '@lectern/formats/file-name/numbers/number-text';
import type { BookNumber } from '@lectern/formats/file-name/parsed-name';
import { RE2JS, RE2JSException } from 're2js';
import type { ConfigIssue } from './strategy.ts';

export interface PatternMatch {
  series: string;
  publisher?: string;
  title?: string;
  volume?: number;
  chapter?: number;
  number?: BookNumber;
  year?: number;
}

/** The groups of a match; undefined if the pattern does not match or the series is blank. */
export type PatternReader = (text: string) => PatternMatch | undefined;

export type Compiled = { ok: true; read: PatternReader } | { ok: false; issues: ConfigIssue[] };

const groupNames = ['series', 'publisher', 'volume', 'chapter', 'number', 'title', 'year'] as const;
type GroupName = (typeof groupNames)[number];

/** Maximum number of instructions of a compiled pattern: limits one match to about 20 ms for the longest path. */
const maxProgramSize = 1000;
/** Maximum number of matched characters of a path. */
const maxTextLength = 1024;

/**
 * Compiles a pattern with named groups, `(?<series>…)` or `(?P<series>…)`. Matches anywhere in the text unless anchored
 * by `^` and `$`. Rejects syntax errors, look-around and back-references (not possible in linear time), unknown groups,
 * a missing series group, and patterns that are too long or too complex.
 */
export function compilePattern(pattern: string): Compiled {
  const refuse = (message: string): Compiled => ({ ok: false, issues: [{ path: 'pattern', message }] });
  if (pattern.length > maxPatternLength) return refuse(`Use at most ${maxPatternLength} characters`);
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return refuse(toReason(pattern, error.message));
  }
  if (compiled.programSize() > maxProgramSize)
    return refuse('The pattern is too complex: use smaller repeat counts');
  const groups = Object.keys(compiled.namedGroups());
  const unknown = groups.filter((name) => !groupNames.some((known) => known === name));
  if (unknown.length > 0) {
    return refuse(`Unknown group ${unknown.join(', ')}. Available groups: ${groupNames.join(', ')}`);
  }
  if (!groups.includes('series')) return refuse('The pattern needs a group (?<series>…)');
  return { ok: true, read: (text) => readMatch(compiled, text.slice(0, maxTextLength)) };
}

function toReason(pattern: string, message: string): string {
  if (/\(\?<?[=!]/.test(pattern)) {
    return 'Look-ahead and look-behind are not supported, because matching must take linear time';
  }
  if (/\\[1-9]|\\k</.test(pattern)) {
    return 'Back-references are not supported, because matching must take linear time';
  }
  return `Not a valid regular expression: ${message.replace(/^error parsing regexp: /, '')}`;
}

function readMatch(compiled: RE2JS, text: string): PatternMatch | undefined {
  const matcher = compiled.matcher(text);
  if (!matcher.find()) return undefined;
  const known = compiled.namedGroups();
  const group = (name: GroupName): string | undefined =>
    name in known ? matcher.group(name)?.trim() || undefined : undefined;
  const series = group('series');
  if (series === undefined) return undefined;
  const publisher = group('publisher');
  const title = group('title');
  const volume = parse(group('volume'));
  const chapter = parse(group('chapter'));
  const number = parse(group('number'));
  const year = parse(group('year'))?.value;
  return {
    series,
    ...(publisher !== undefined && { publisher }),
    ...(title !== undefined && { title }),
    ...(volume && { volume: volume.value }),
    ...(chapter && { chapter: chapter.value }),
    ...(number && { number }),
    ...(year !== undefined && year >= 1000 && year <= 2100 && { year }),
  };
}

const parse = (text: string | undefined) => (text === undefined ? undefined : parseNumberText(text));
