// Determines the numbers of a book from metadata, file name and position in the folder, by the library's number
// strategy.
import type { NumberStrategy } from '@lectern/contract/values';
import { parseNumberText } from '@lectern/formats/file-name/numbers/number-text';
import type { BookNumber, ParsedName } from '@lectern/formats/file-name/parsed-name';
import type { SeriesAssignment } from '../strategies/strategy.ts';

export interface NumberMetadata {
  /** As in ComicInfo or OPF: "1", "1.5", "½", "1A", "Annual 1". */
  number?: string | number | null;
  volume?: number | null;
  chapter?: number | null;
}

export interface NumberSources {
  strategy: NumberStrategy;
  metadata?: NumberMetadata | undefined;
  /** The file name. */
  parsed: ParsedName;
  /** Numbers found by the series strategy in folders or by its pattern. Take precedence over the file name. */
  assigned?: Pick<SeriesAssignment, 'number' | 'volume' | 'chapter'> | undefined;
  /** One-based position in its folder, in natural order. */
  orderInFolder: number;
}

export interface BookNumbers {
  /** BookDto.number: int32. */
  number: number | null;
  /** Sort key in the series; may be fractional. Null sorts last. */
  sortNumber: number | null;
  /** BookDto.volume: int32. */
  volume: number | null;
  /** BookDto.chapter; may be fractional. */
  chapter: number | null;
  /** Source of `number`; null without a number. */
  countedBy: 'number' | 'chapter' | 'volume' | 'order' | null;
}

const maxInt32 = 2_147_483_647;

interface Counted {
  number: BookNumber;
  by: NonNullable<BookNumbers['countedBy']>;
}

/**
 * The number is that of the issue or book, otherwise the chapter, otherwise the volume (unless it is a year).
 * - Integers: 10.5 is number 10 with sortNumber 10.5, ½ is 0 with 0.5, -1 stays -1, 1A is 1. Beyond int32, the number
 *   is null and is only used for sorting.
 * - Special numbers ("Annual 1", "SP01") have their integer as number, but no position among the issues: sortNumber is
 *   null, so they come last.
 * - `smart` uses metadata, then the name, then the order in the folder; a special without a number has none. The other
 *   strategies use a single source; `file_order` only sets the number.
 */
export function toNumbers(sources: NumberSources): BookNumbers {
  const { strategy, metadata, parsed, assigned } = sources;
  const usesMetadata = strategy !== 'filename';
  const usesName = strategy !== 'metadata';
  const counted = choose(sources);
  return {
    number: counted ? toInt32(counted.number.value) : null,
    sortNumber: counted && !/^\p{L}/u.test(counted.number.text) ? counted.number.value : null,
    volume: toInt32(
      (usesMetadata ? metadata?.volume : null) ?? (usesName ? (assigned?.volume ?? parsed.volume) : null),
    ),
    chapter: toReal(
      (usesMetadata ? metadata?.chapter : null) ?? (usesName ? (assigned?.chapter ?? parsed.chapter) : null),
    ),
    countedBy: counted?.by ?? null,
  };
}

function choose(sources: NumberSources): Counted | undefined {
  switch (sources.strategy) {
    case 'metadata':
      return ofMetadata(sources) ?? ofMetadataVolume(sources);
    case 'filename':
      return ofName(sources);
    case 'file_order':
      return ofOrder(sources);
    case 'smart': {
      const found = ofMetadata(sources) ?? ofName(sources) ?? ofMetadataVolume(sources);
      return found ?? (sources.parsed.isSpecial ? undefined : ofOrder(sources));
    }
  }
}

function ofMetadata({ metadata }: NumberSources): Counted | undefined {
  const number = metadata?.number;
  const own =
    typeof number === 'number'
      ? plain(number)
      : typeof number === 'string'
        ? parseNumberText(number)
        : undefined;
  return counted(own, 'number') ?? counted(plain(metadata?.chapter), 'chapter');
}

function ofMetadataVolume({ metadata }: NumberSources): Counted | undefined {
  const volume = metadata?.volume;
  const isYear = typeof volume === 'number' && volume >= 1900 && volume <= 2100;
  return isYear ? undefined : counted(plain(volume), 'volume');
}

function ofName({ parsed, assigned }: NumberSources): Counted | undefined {
  return (
    counted(assigned?.number ?? parsed.number, 'number') ??
    counted(plain(assigned?.chapter ?? parsed.chapter), 'chapter') ??
    counted(plain(parsed.volume), 'volume')
  );
}

function ofOrder({ orderInFolder }: NumberSources): Counted | undefined {
  return counted(plain(orderInFolder), 'order');
}

function counted(number: BookNumber | undefined, by: Counted['by']): Counted | undefined {
  return number && Number.isFinite(number.value) ? { number, by } : undefined;
}

function plain(value: number | null | undefined): BookNumber | undefined {
  return value === null || value === undefined ? undefined : { text: String(value), value };
}

function toInt32(value: number | null | undefined): number | null {
  const whole = Math.floor(value ?? Number.NaN);
  return Math.abs(whole) <= maxInt32 ? whole : null;
}

function toReal(value: number | null | undefined): number | null {
  return typeof value === 'number' && Math.abs(value) <= maxInt32 ? value : null;
}
