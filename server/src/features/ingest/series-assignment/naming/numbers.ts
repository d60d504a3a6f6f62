// Determines the numbers of a book from metadata and names, by the library's number strategy.
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
}

export interface BookNumbers {
  /** The number of the issue or book, otherwise the chapter, otherwise the volume (unless it is a year). */
  shown: (BookNumber & { by: 'number' | 'chapter' | 'volume' }) | null;
  /** May be fractional, or the year of a run. */
  volume: number | null;
  /** May be fractional. */
  chapter: number | null;
}

const maxInt32 = 2_147_483_647;

/**
 * `smart` uses metadata, then the name. `metadata` and `filename` use a single source. `file_order` uses none for the
 * number: the reading order numbers the books (features/libraries/reading-order).
 */
export function toNumbers(sources: NumberSources): BookNumbers {
  const { strategy, metadata, parsed, assigned } = sources;
  const usesMetadata = strategy !== 'filename';
  const usesName = strategy !== 'metadata';
  return {
    shown: choose(sources) ?? null,
    volume: toReal(
      (usesMetadata ? metadata?.volume : null) ?? (usesName ? (assigned?.volume ?? parsed.volume) : null),
    ),
    chapter: toReal(
      (usesMetadata ? metadata?.chapter : null) ?? (usesName ? (assigned?.chapter ?? parsed.chapter) : null),
    ),
  };
}

type Shown = NonNullable<BookNumbers['shown']>;

function choose(sources: NumberSources): Shown | undefined {
  switch (sources.strategy) {
    case 'metadata':
      return ofMetadata(sources) ?? ofMetadataVolume(sources);
    case 'filename':
      return ofName(sources);
    case 'file_order':
      return undefined;
    case 'smart':
      return ofMetadata(sources) ?? ofName(sources) ?? ofMetadataVolume(sources);
  }
}

function ofMetadata({ metadata }: NumberSources): Shown | undefined {
  const number = metadata?.number;
  const own =
    typeof number === 'number'
      ? plain(number)
      : typeof number === 'string'
        ? parseNumberText(number)
        : undefined;
  return shown(own, 'number') ?? shown(plain(metadata?.chapter), 'chapter');
}

function ofMetadataVolume({ metadata }: NumberSources): Shown | undefined {
  const volume = metadata?.volume;
  const isYear = typeof volume === 'number' && volume >= 1900 && volume <= 2100;
  return isYear ? undefined : shown(plain(volume), 'volume');
}

function ofName({ parsed, assigned }: NumberSources): Shown | undefined {
  return (
    shown(assigned?.number ?? parsed.number, 'number') ??
    shown(plain(assigned?.chapter ?? parsed.chapter), 'chapter') ??
    shown(plain(parsed.volume), 'volume')
  );
}

function shown(number: BookNumber | undefined, by: Shown['by']): Shown | undefined {
  return number && Number.isFinite(number.value) ? { text: number.text, value: number.value, by } : undefined;
}

function plain(value: number | null | undefined): BookNumber | undefined {
  return value === null || value === undefined ? undefined : { text: String(value), value };
}

function toReal(value: number | null | undefined): number | null {
  return typeof value === 'number' && Math.abs(value) <= maxInt32 ? value : null;
}
