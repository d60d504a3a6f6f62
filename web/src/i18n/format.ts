// Numbers, dates, sizes and durations in the language of the interface.
import { perLanguage, useLanguage } from './language.ts';
import type { Language } from './languages.ts';
import { translate } from './translate.ts';

export interface Format {
  number(value: number): string;
  /** A share from 0 to 1. */
  percent(share: number): string;
  /** Bytes as KiB, MiB and so on. */
  size(bytes: number): string;
  /** An RFC 3339 timestamp, or a date, which is independent of the time zone. A dash for undefined and null. */
  date(time: string | null | undefined): string;
  /** "May 2012" */
  month(time: string): string;
  dateTime(time: string | null | undefined): string;
  /** "3 days ago", or "just now" within a minute. */
  ago(time: string): string;
  /** "2 hr, 5 min" */
  duration(seconds: number): string;
  /** "a, b and c" */
  list(items: readonly string[]): string;
  /** The name of a language by its BCP 47 code. */
  languageName(code: string): string;
}

const units = ['KiB', 'MiB', 'GiB', 'TiB', 'PiB'];
const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

const numbers = perLanguage((language) => new Intl.NumberFormat(language));
const tenths = perLanguage((language) => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }));
const percents = perLanguage((language) => new Intl.NumberFormat(language, { style: 'percent' }));
const dates = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium' }));
const days = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const months = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }),
);
const dateTimes = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }),
);
const relatives = perLanguage((language) => new Intl.RelativeTimeFormat(language, { numeric: 'auto' }));
const lists = perLanguage((language) => new Intl.ListFormat(language));
const names = perLanguage((language) => new Intl.DisplayNames(language, { type: 'language' }));

/** A date without a time. */
const isDay = /^\d{4}-\d\d-\d\d$/;

const toFormat = perLanguage(createFormat);
export const useFormat = (): Format => toFormat(useLanguage());

function createFormat(language: Language): Format {
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  return {
    // Independent of the language: the first Intl number format of a language takes 10 ms to create.
    number: (value) =>
      Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers(language).format(value),
    percent: (share) => percents(language).format(share),
    size(bytes) {
      if (bytes < 1024) return `${numbers(language).format(bytes)} B`;
      const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
      return `${tenths(language).format(bytes / 1024 ** power)} ${units[power - 1]}`;
    },
    date: (time) => (time ? (isDay.test(time) ? days : dates)(language).format(new Date(time)) : '–'),
    month: (time) => months(language).format(new Date(time)),
    dateTime: (time) => (time ? dateTimes(language).format(new Date(time)) : '–'),
    ago(time) {
      const seconds = (Date.parse(time) - Date.now()) / 1000;
      const step = steps.find(([, stepSeconds]) => Math.abs(seconds) >= stepSeconds);
      if (!step) return translate('ui.justNow');
      const [name, size] = step;
      return relatives(language).format(Math.round(seconds / size), name);
    },
    duration(seconds) {
      const minutes = Math.round(seconds / 60);
      if (seconds < 60) return unit(Math.round(seconds), 'second');
      if (minutes < 60) return unit(minutes, 'minute');
      const rest = minutes % 60;
      const hours = unit(Math.floor(minutes / 60), 'hour');
      return rest === 0 ? hours : `${hours} ${unit(rest, 'minute')}`;
    },
    list: (items) => lists(language).format(items),
    languageName(code) {
      try {
        return names(language).of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}
