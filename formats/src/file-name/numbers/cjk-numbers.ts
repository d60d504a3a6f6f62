// Finds numbers with Chinese, Japanese and Korean counters ("第3巻", "卷三", "3권", "제 12 화", "全12巻") anywhere in a
// name. They need no spaces around them.

import type { Fact } from '../parsed-name.ts';
import { isDigit } from '../tokens/code-points.ts';
import type { Span } from '../tokens/tokens.ts';
import { isChineseNumeral, parseChineseNumber, withoutZeros } from './numerals.ts';

type Counted = 'volume' | 'chapter' | 'number';
/** Counters that also begin other words: "13회사". They end at a character that is not hangul. */
const shortCounters = '회기';

const counters = new Map<string, Counted>([
  ...[...'巻卷冊册권집集季기'].map((sign): [string, Counted] => [sign, 'volume']),
  ...[...'話话章回節节화장편회'].map((sign): [string, Counted] => [sign, 'chapter']),
  ...[...'号號호'].map((sign): [string, Counted] => [sign, 'number']),
]);
/** Counters that may also precede their number ("巻一", "卷之三", "巻ノ一"). */
const leading = '巻卷冊册';
const ordinals = '第제';
const maxRun = 15;

interface Run {
  value: number;
  /** False for Chinese numerals, which need more context to count as a number. */
  isDigits: boolean;
  text: string;
  end: number;
}

/**
 * Returns non-overlapping spans with their facts, in order. Chinese numerals count only after an ordinal sign, after a
 * leading counter, or if they and their counter form a whole word: "三国志" is a title. Each character is read a bounded
 * number of times.
 */
export function findCjkNumbers(plain: string): Span[] {
  const spans: Span[] = [];
  let at = 0;
  while (at < plain.length) {
    const free = spans.at(-1)?.end ?? 0;
    const span = isNumeralAt(plain, at)
      ? (readDate(plain, at) ?? readAt(plain, at, free) ?? readThai(plain, at, free))
      : readHalf(plain, at);
    if (span) spans.push(span);
    at = span ? span.end : skipRun(plain, at);
  }
  return spans;
}

/** Books in two or three halves. The last is 3, so that it follows a middle one. */
const halves = new Map<string, number>([
  ...[...'上前상'].map((sign): [string, number] => [sign, 1]),
  ...[...'中중'].map((sign): [string, number] => [sign, 2]),
  ...[...'下後后하'].map((sign): [string, number] => [sign, 3]),
]);

/** "上巻", "下册", "하권", "前編", and "上" as a whole word at the end. */
function readHalf(plain: string, at: number): Span | undefined {
  const value = halves.get(plain[at] ?? '');
  if (value === undefined) return undefined;
  const counter = plain[at + 1] ?? '';
  const isOfVolume = counter !== '' && '巻卷冊册권'.includes(counter);
  const isOfPart = counter !== '' && '編篇编편'.includes(counter);
  if (isOfVolume || isOfPart) {
    if (/^[\p{L}]/u.test(plain.slice(at + 2, at + 3)) || '上中前상중'.includes(plain[at - 1] ?? ' '))
      return undefined;
    const fact: Fact = isOfVolume ? { kind: 'volume', value } : { kind: 'part', value };
    return { start: at, end: at + 2, facts: [fact] };
  }
  const isWord = at + 1 === plain.length && plain.length < 1024 && /^[ ]?$/.test(plain[at - 1] ?? '');
  return isWord && '上中下상중하'.includes(plain[at] ?? ' ')
    ? { start: at, end: at + 1, facts: [{ kind: 'volume', value }] }
    : undefined;
}

const thaiMarks: readonly (readonly [string, 'volume' | 'chapter'])[] = [
  ['เล่มที่', 'volume'],
  ['เล่ม', 'volume'],
  ['ตอนที่', 'chapter'],
  ['ตอน', 'chapter'],
  ['บทที่', 'chapter'],
];

/** "วันพีซเล่ม5": Thai has no spaces between words, so the mark is the end of the title. */
function readThai(plain: string, at: number, free: number): Span | undefined {
  const end = plain[at - 1] === ' ' ? at - 1 : at;
  const before = plain.slice(Math.max(free, end - 7), end);
  const mark = thaiMarks.find(([word]) => before.endsWith(word));
  const run = mark && readRun(plain, at);
  if (!mark || !run) return undefined;
  const last = readRangeEnd(plain, run);
  const [word, kind] = mark;
  return {
    start: end - word.length,
    end: last?.end ?? run.end,
    facts: [{ kind, value: run.value, end: last?.value }],
  };
}

function skipRun(plain: string, at: number): number {
  let end = at + 1;
  while (isNumeralAt(plain, at) && end < plain.length && isNumeralAt(plain, end)) end += 1;
  return end;
}

function isNumeralAt(plain: string, at: number): boolean {
  const code = plain.charCodeAt(at);
  return code < 0x80 ? isDigit(code) : isChineseNumeral(plain[at] ?? '');
}

function readAt(plain: string, at: number, free: number): Span | undefined {
  const run = readRun(plain, at);
  if (!run) return undefined;
  const before = characterBefore(plain, at, free);
  const last = readRangeEnd(plain, run);
  const end = last?.end ?? run.end;
  const counterAt = plain[end] === ' ' ? end + 1 : end;
  const counted = isWordBehind(plain, counterAt) ? undefined : counters.get(plain[counterAt] ?? '');
  const isOrdinal = ordinals.includes(before.sign);
  if (counted && (run.isDigits || isOrdinal || isAlone(plain, before.at, counterAt + 1))) {
    const start = isOrdinal || before.sign === '全' ? before.at : at;
    return { start, end: counterAt + 1, facts: [toFact({ counted, run, last, all: before.sign === '全' })] };
  }
  if (!leading.includes(before.sign)) return undefined;
  return { start: before.at, end, facts: [toFact({ counted: 'volume', run, last, all: false })] };
}

function isWordBehind(plain: string, counterAt: number): boolean {
  return shortCounters.includes(plain[counterAt] ?? ' ') && /^[가-힣]/.test(plain[counterAt + 1] ?? '');
}

/** "2019年", "2019年5月号". */
function readDate(plain: string, at: number): Span | undefined {
  const [found, year, month] =
    /^((?:19|20)[0-9]{2})[年년](?: ?([0-9]{1,2})[月월][号號호]?)?/.exec(plain.slice(at, at + 12)) ?? [];
  if (found === undefined) return undefined;
  const isMonth = Number(month) >= 1 && Number(month) <= 12;
  const fact: Fact = isMonth
    ? { kind: 'date', year: Number(year), month: Number(month) }
    : { kind: 'year', year: Number(year) };
  return { start: at, end: at + found.length, facts: [fact] };
}

/** Returns the ordinal sign or counter before the number, skipping one space and the particle of "巻ノ一". */
function characterBefore(plain: string, at: number, free: number): { sign: string; at: number } {
  let left = at - 1;
  if (plain[left] === ' ') left -= 1;
  if ('ノの之'.includes(plain[left] ?? ' ') && leading.includes(plain[left - 1] ?? ' ')) left -= 1;
  const sign = left >= free ? (plain[left] ?? ' ') : ' ';
  return { sign: `${ordinals}${leading}全`.includes(sign) ? sign : ' ', at: left };
}

function isAlone(plain: string, before: number, end: number): boolean {
  return /^[ ([]?$/.test(plain[before] ?? '') && /^[ )\]]?$/.test(plain[end] ?? '');
}

function readRun(plain: string, at: number): Run | undefined {
  let end = at;
  const isDigits = isDigit(plain.charCodeAt(at));
  while (isDigits ? isDigit(plain.charCodeAt(end)) : isChineseNumeral(plain[end] ?? '')) end += 1;
  const characters = plain.slice(at, end);
  if (characters.length > maxRun) return undefined;
  if (!isDigits) {
    const value = parseChineseNumber(characters);
    return value === undefined ? undefined : { value, isDigits, text: String(value), end };
  }
  const decimals = /^\.[0-9]{1,2}(?![0-9])/.exec(plain.slice(end, end + 4))?.[0] ?? '';
  const text = withoutZeros(characters) + decimals;
  return { value: Number(text), isDigits, text, end: end + decimals.length };
}

/** "第1-5巻", "第1話～第3話": reads a greater number after a dash. */
function readRangeEnd(plain: string, first: Run): Run | undefined {
  let at = first.end;
  if (counters.has(plain[at] ?? '')) at += 1;
  if (!'-~至到'.includes(plain[at] ?? ' ')) return undefined;
  at += 1;
  if (ordinals.includes(plain[at] ?? ' ')) at += 1;
  const last = isNumeralAt(plain, at) ? readRun(plain, at) : undefined;
  return last && last.value > first.value ? last : undefined;
}

function toFact(found: { counted: Counted; run: Run; last: Run | undefined; all: boolean }): Fact {
  const { counted, run, last } = found;
  if (found.all) return { kind: 'count', count: run.value };
  if (counted === 'number') {
    return { kind: 'number', number: { text: run.text, value: run.value }, end: last?.value };
  }
  return { kind: counted, value: run.value, end: last?.value, counted: true };
}
