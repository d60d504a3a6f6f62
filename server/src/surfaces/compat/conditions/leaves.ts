// Leaf conditions of the grammar, and their equivalents in catalog conditions. Names, operators and enumeration values
// are case-insensitive.
import type { Condition } from '@lectern/contract/conditions/conditions';
import { fileFormats } from '@lectern/contract/values';
import { invalid } from '#infrastructure/errors.ts';
import { profileOf } from '../shapes/words.ts';
import {
  allOf,
  always,
  anyOf,
  date,
  flag,
  ids,
  isNull,
  never,
  not,
  number,
  oneOf,
  type Target,
  type TextOperator,
  text,
} from './build.ts';

/** Content of a leaf, with keys and operator in lower case. */
export interface Leaf {
  operator: string;
  value: unknown;
  dateTime: unknown;
  duration: unknown;
  /** Path of the leaf for error messages. */
  path: string;
}

type Reading = (leaf: Leaf, target: Target) => Condition;

const fail = ({ path }: Leaf, message: string): never => {
  throw invalid({ path, message });
};
const wrongOperator = (leaf: Leaf): never => fail(leaf, `Unknown operator "${leaf.operator}"`);

const toText = (leaf: Leaf): string =>
  typeof leaf.value === 'string' ? leaf.value : fail(leaf, 'Enter text.');

const toNumber = (leaf: Leaf): number => {
  const value = typeof leaf.value === 'string' ? Number.parseFloat(leaf.value) : leaf.value;
  return typeof value === 'number' && Number.isFinite(value) ? value : fail(leaf, 'Enter a number.');
};

/**
 * `is` and `isNot` for the condition that `of` creates from the value. Without a value, both refer to missing values.
 */
const equality =
  (of: (leaf: Leaf, target: Target) => Condition, none: Condition = never): Reading =>
  (leaf, target) => {
    const isEmpty = leaf.value === null || leaf.value === undefined || leaf.value === '';
    switch (leaf.operator) {
      case 'is':
        return isEmpty ? none : of(leaf, target);
      case 'isnot':
        return not(isEmpty ? none : of(leaf, target));
      case 'isnull':
        return none;
      case 'isnotnull':
        return not(none);
      default:
        return wrongOperator(leaf);
    }
  };

const word = (field: string) => equality((leaf) => text(field, 'is', toText(leaf)), isNull(field, 'text'));
const id = (field: string) => equality((leaf) => ids(field, [toText(leaf)]));

const truthOf = (leaf: Leaf): boolean =>
  leaf.operator === 'istrue' || (leaf.operator !== 'isfalse' && wrongOperator(leaf));

/** A series without a known total number of books is neither complete nor incomplete. */
export function ofComplete(isComplete: boolean): Condition {
  const complete = flag('hasEveryBook', true);
  if (isComplete) return complete;
  return allOf([not(isNull('totalVolumeCount', 'number')), not(complete)]) ?? never;
}

const truth =
  (met: (target: Target) => Condition): Reading =>
  (leaf, target) => {
    if (leaf.operator === 'istrue') return met(target);
    return leaf.operator === 'isfalse' ? not(met(target)) : wrongOperator(leaf);
  };

const textOperators: Readonly<Record<string, [TextOperator, boolean]>> = {
  is: ['is', true],
  isnot: ['is', false],
  contains: ['contains', true],
  doesnotcontain: ['contains', false],
  beginswith: ['beginsWith', true],
  doesnotbeginwith: ['beginsWith', false],
  endswith: ['endsWith', true],
  doesnotendwith: ['endsWith', false],
};

const phrase =
  (make: (operator: TextOperator, value: string, target: Target) => Condition): Reading =>
  (leaf, target) => {
    const known = Object.hasOwn(textOperators, leaf.operator) ? textOperators[leaf.operator] : undefined;
    const [operator, isMet] = known ?? wrongOperator(leaf);
    const condition = make(operator, toText(leaf), target);
    return isMet ? condition : not(condition);
  };

/** Series without a sort title are sorted by title. */
export const sortTitle = (operator: TextOperator, value: string): Condition =>
  anyOf([
    text('titleSort', operator, value),
    allOf([isNull('titleSort', 'text'), text('title', operator, value)]),
  ]) ?? never;

const metric =
  (field: string): Reading =>
  (leaf) => {
    switch (leaf.operator) {
      case 'greaterthan':
        return number(field, 'gt', toNumber(leaf));
      case 'lessthan':
        return number(field, 'lt', toNumber(leaf));
      case 'isnull':
        return isNull(field, 'number');
      case 'isnotnull':
        return not(isNull(field, 'number'));
      case 'is':
      case 'isnot': {
        const isNone = leaf.value === null || leaf.value === undefined;
        const condition = isNone ? isNull(field, 'number') : number(field, 'eq', toNumber(leaf));
        return leaf.operator === 'is' ? condition : not(condition);
      }
      default:
        return wrongOperator(leaf);
    }
  };

const releaseDate: Reading = (leaf) => {
  const moment =
    typeof leaf.dateTime === 'string' ? leaf.dateTime.replace(/\[[^[\]]*\]$/, '') : leaf.dateTime;
  switch (leaf.operator) {
    case 'after':
    case 'before':
      return date('releaseDate', leaf.operator, moment) ?? fail(leaf, 'Enter a dateTime');
    case 'isinthelast':
      return date('releaseDate', 'inTheLast', leaf.duration) ?? fail(leaf, 'Enter a duration');
    case 'isnotinthelast':
      return not(date('releaseDate', 'inTheLast', leaf.duration) ?? fail(leaf, 'Enter a duration'));
    case 'isnull':
      return isNull('releaseDate', 'date');
    case 'isnotnull':
      return not(isNull('releaseDate', 'date'));
    default:
      return wrongOperator(leaf);
  }
};

/** An unknown status is treated as ongoing, as in responses. */
export function ofStatus(status: string): Condition {
  const own = status.toLowerCase();
  if (own !== 'ongoing') return text('status', 'is', own);
  return anyOf([oneOf('status', ['ongoing', 'unknown']), isNull('status', 'text')]) ?? never;
}

export function ofMediaStatus(status: string): Condition {
  const read = flag('analyzed', true);
  const failed = flag('hasError', true);
  switch (status.toUpperCase()) {
    case 'READY':
      return read;
    case 'ERROR':
      return allOf([not(read), failed]) ?? never;
    case 'UNKNOWN':
      return allOf([not(read), not(failed)]) ?? never;
    default:
      return never;
  }
}

function ofProfile(profile: string): Condition {
  const wanted = profile.toUpperCase();
  return oneOf(
    'format',
    fileFormats.filter((format) => profileOf(format) === wanted),
  );
}

/** A book is a one-shot by its type. */
export const isOneshot = (target: Target): Condition =>
  target === 'series' ? flag('oneshot', true) : text('bookType', 'is', 'oneshot');

const author = equality(
  (leaf) => {
    const given: unknown = leaf.value;
    const name =
      typeof given === 'object' && given !== null ? Object.entries(given).find(isName)?.[1] : given;
    return typeof name === 'string' && name !== ''
      ? text('author', 'is', name)
      : not(isNull('author', 'text'));
  },
  isNull('author', 'text'),
);
const isName = ([key]: [string, unknown]) => key.toLowerCase() === 'name';

/** Only user uploads can be distinguished from other covers. */
const poster = equality((leaf, target) => {
  const isUpload = JSON.stringify(leaf.value).toUpperCase().includes('USER_UPLOADED');
  if (!isUpload) return always;
  return target === 'series' ? flag('hasCustomCover', true) : never;
});

const shared: Readonly<Record<string, Reading>> = {
  libraryid: id('libraryId'),
  title: phrase((operator, value) => text('title', operator, value)),
  titlesort: phrase((operator, value) => sortTitle(operator, value)),
  releasedate: releaseDate,
  tag: word('tag'),
  genre: word('genre'),
  publisher: word('publisher'),
  language: word('language'),
  agerating: metric('ageRating'),
  author,
  poster,
  deleted: truth(() => flag('deleted', true)),
  oneshot: truth(isOneshot),
  readstatus: equality((leaf) => text('readStatus', 'is', toText(leaf).toLowerCase())),
};

export const leaves: Readonly<Record<Target, Readonly<Record<string, Reading>>>> = {
  series: {
    ...shared,
    collectionid: id('collectionId'),
    sharinglabel: word('sharingTag'),
    complete: (leaf) => ofComplete(truthOf(leaf)),
    seriesstatus: equality((leaf) => ofStatus(toText(leaf))),
  },
  books: {
    ...shared,
    seriesid: id('seriesId'),
    readlistid: id('readListId'),
    numbersort: metric('number'),
    mediastatus: equality((leaf) => ofMediaStatus(toText(leaf))),
    mediaprofile: equality((leaf) => ofProfile(toText(leaf))),
  },
};
