// Regular expressions of users, run by an engine with linear time.
import { maxPatternLength } from '@lectern/contract/scanning-strategies';
import { parseNumberText } from '@lectern/formats/file-name/number-text';
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

/** The groups of a match; undefined where the pattern does not match or the series is blank. */
export type PatternReader = (text: string) => PatternMatch | undefined;

export type Compiled = { ok: true; read: PatternReader } | { ok: false; issues: ConfigIssue[] };

const groupNames = ['series', 'publisher', 'volume', 'chapter', 'number', 'title', 'year'] as const;
type GroupName = (typeof groupNames)[number];

/** Instructions of a compiled pattern: bounds the time of one match to some 20 ms for the longest path. */
const maxProgramSize = 1000;
/** Characters of a path that are matched. */
const maxTextLength = 1024;

/**
 * Compiles a pattern with named groups, `(?<series>…)` or `(?P<series>…)`. It may match anywhere in the text;
 * `^` and `$` anchor it. Refused with an issue: syntax errors, look-around and back-references (they cannot be run
 * in linear time), groups of other names, a pattern without the group that is needed, one that is too long or grows
 * too large.
 */
export function compilePattern(pattern: string): Compiled {
  const refuse = (message: string): Compiled => ({ ok: false, issues: [{ path: 'pattern', message }] });
  if (pattern.length > maxPatternLength)
    return refuse(`A pattern has at most ${maxPatternLength} characters`);
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
    return refuse(`There is no group called ${unknown.join(', ')}: the groups are ${groupNames.join(', ')}`);
  }
  if (!groups.includes('series')) return refuse('The pattern needs a group (?<series>…)');
  return { ok: true, read: (text) => readMatch(compiled, text.slice(0, maxTextLength)) };
}

function toReason(pattern: string, message: string): string {
  if (/\(\?<?[=!]/.test(pattern)) {
    return 'Look-ahead and look-behind are not supported, because matching has to take linear time';
  }
  if (/\\[1-9]|\\k</.test(pattern)) {
    return 'Back-references are not supported, because matching has to take linear time';
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
  const [publisher, title] = [group('publisher'), group('title')];
  const [volume, chapter, number] = [parse(group('volume')), parse(group('chapter')), parse(group('number'))];
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
