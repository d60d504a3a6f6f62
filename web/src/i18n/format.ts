// Numbers, dates, sizes and durations in the language of the interface, as usual where the browser's user lives.
import { perLanguage, useLocale } from './language.ts';
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

const numbers = perLanguage((locale: string) => new Intl.NumberFormat(locale));
const tenths = perLanguage((locale: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 1 }));
const percents = perLanguage((locale: string) => new Intl.NumberFormat(locale, { style: 'percent' }));
const dates = perLanguage((locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }));
const days = perLanguage(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }),
);
const months = perLanguage(
  (locale: string) => new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', timeZone: 'UTC' }),
);
const dateTimes = perLanguage(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }),
);
const relatives = perLanguage((locale: string) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }));
const lists = perLanguage((locale: string) => new Intl.ListFormat(locale));
const names = perLanguage((locale: string) => new Intl.DisplayNames(locale, { type: 'language' }));

/** A date without a time. */
const isDay = /^\d{4}-\d\d-\d\d$/;

const toFormat = perLanguage(createFormat);
export const useFormat = (): Format => toFormat(useLocale());

function createFormat(locale: string): Format {
  const unit = (value: number, name: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'short' }).format(value);
  return {
    // Independent of the language: the first Intl number format of a language takes 10 ms to create.
    number: (value) =>
      Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : numbers(locale).format(value),
    percent: (share) => percents(locale).format(share),
    size(bytes) {
      if (bytes < 1024) return `${numbers(locale).format(bytes)} B`;
      const power = Math.min(units.length, Math.floor(Math.log2(bytes) / 10));
      return `${tenths(locale).format(bytes / 1024 ** power)} ${units[power - 1]}`;
    },
    date: (time) => (time ? (isDay.test(time) ? days : dates)(locale).format(new Date(time)) : '–'),
    month: (time) => months(locale).format(new Date(time)),
    dateTime: (time) => (time ? dateTimes(locale).format(new Date(time)) : '–'),
    ago(time) {
      const seconds = (Date.parse(time) - Date.now()) / 1000;
      const step = steps.find(([, stepSeconds]) => Math.abs(seconds) >= stepSeconds);
      if (!step) return translate('ui.justNow');
      const [name, size] = step;
      return relatives(locale).format(Math.round(seconds / size), name);
    },
    duration(seconds) {
      const minutes = Math.round(seconds / 60);
      if (seconds < 60) return unit(Math.round(seconds), 'second');
      if (minutes < 60) return unit(minutes, 'minute');
      const rest = minutes % 60;
      const hours = unit(Math.floor(minutes / 60), 'hour');
      return rest === 0 ? hours : `${hours} ${unit(rest, 'minute')}`;
    },
    list: (items) => lists(locale).format(items),
    languageName(code) {
      try {
        return names(locale).of(code) ?? code;
      } catch {
        return code;
      }
    },
  };
}
