// The server, books, series and libraries for component tests.

import type { BookDto } from '@lectern/contract/libraries/books';
import type { Library } from '@lectern/contract/libraries/libraries';
import type { BookMetadata } from '@lectern/contract/libraries/metadata';
import {
  bookMetadataFields,
  seriesMetadataFields,
  toNothing,
} from '@lectern/contract/libraries/metadata-fields';
import type { Series } from '@lectern/contract/libraries/series';
import type { SeriesMetadata } from '@lectern/contract/libraries/series-metadata';
import type { SharedList } from '@lectern/contract/reading/book-lists';
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import type { Page } from '@lectern/contract/serving/pages';
import type { TaskDto } from '@lectern/contract/system/tasks';
import { defaultFormats } from '@lectern/contract/values';
import { self, toId } from './show.tsx';

const { createdAt, updatedAt } = self;

/** Status of a server that is set up, without any way to join it. */
export const readyServer = {
  setupRequired: false,
  hasUsers: true,
  registrationEnabled: false,
  invitationsEnabled: false,
  quickConnectEnabled: false,
  mailEnabled: false,
  passwordResetByMail: false,
};

export const toLibrary = (name: string, part: Partial<Library> = {}): Library => ({
  id: toId(7),
  name,
  path: `/${name}`,
  paths: [part.path ?? `/${name}`],
  description: null,
  isActive: true,
  kind: 'mixed',
  seriesStrategy: 'series_folder',
  seriesConfig: null,
  bookStrategy: 'smart',
  bookConfig: null,
  numberStrategy: 'smart',
  numberConfig: null,
  defaultReadingDirection: 'ltr',
  allowedFormats: defaultFormats,
  excludedPatterns: [],
  hashing: 'fingerprint',
  scanning: {
    cronSchedule: null,
    cronTimezone: null,
    scanOnStart: false,
    watch: true,
    purgeDeletedAfterDays: null,
  },
  metadataProviders: { order: [], fields: {}, acceptFrom: null, covers: 'missing' },
  allowFileChanges: true,
  groupFormats: false,
  writeMetadata: 'files',
  namingPattern: null,
  comparePages: false,
  bookCount: 3,
  seriesCount: 1,
  lastScannedAt: null,
  createdAt,
  updatedAt,
  ...part,
});

export const toSeries = (title: string, part: Partial<Series> = {}): Series => ({
  id: toId(20),
  libraryId: toId(7),
  libraryName: 'Comics',
  title,
  titleSort: null,
  summary: null,
  publisher: null,
  year: null,
  status: null,
  language: null,
  ageRating: null,
  readingDirection: null,
  path: `/Comics/${title}`,
  bookCount: 3,
  unreadCount: 3,
  inProgressCount: 0,
  coverVersion: '1',
  thumbHash: null,
  hasCustomCover: false,
  bookOrder: 'reading_order',
  specials: 'after',
  wantToRead: false,
  createdAt,
  updatedAt,
  ...part,
});

export const toBook = (title: string, part: Partial<BookDto> = {}): BookDto => ({
  id: toId(30),
  libraryId: toId(7),
  libraryName: 'Comics',
  seriesId: toId(20),
  seriesName: 'Saga',
  title,
  titleSort: null,
  number: 1,
  numberText: '1',
  volume: null,
  volumeText: null,
  chapter: null,
  placed: false,
  pageCount: 9,
  fileFormat: 'cbz',
  path: `Saga/${title}.cbz`,
  fileSize: 2048,
  fileHash: 'a',
  readerHash: null,
  analyzed: true,
  analysisError: null,
  deleted: false,
  readingDirection: null,
  coverVersion: '1',
  thumbHash: null,
  createdAt,
  updatedAt,
  ...part,
});

export const toBookMetadata = (part: Partial<BookMetadata> = {}): BookMetadata => ({
  id: toId(40),
  bookId: toId(30),
  ...toNothing(bookMetadataFields),
  locks: {},
  origins: {},
  createdAt,
  updatedAt,
  ...part,
});

export const toSeriesMetadata = (part: Partial<SeriesMetadata> = {}): SeriesMetadata => ({
  seriesId: toId(20),
  ...toNothing(seriesMetadataFields),
  title: 'Saga',
  locks: {},
  origins: {},
  createdAt,
  updatedAt,
  ...part,
});

export const toList = (name: string, part: Partial<SharedList> = {}): SharedList => ({
  id: toId(50),
  name,
  summary: null,
  ordered: true,
  automatic: false,
  condition: null,
  memberCount: 0,
  thumbHashes: [],
  createdAt,
  updatedAt,
  ...part,
});

export const toPreset = (name: string, part: Partial<FilterPreset> = {}): FilterPreset => ({
  id: toId(60),
  name,
  scope: 'list',
  target: 'series',
  libraryId: null,
  query: null,
  sort: null,
  condition: { genre: { operator: 'is', value: 'Crime' } },
  pinned: false,
  position: 0,
  createdAt,
  updatedAt,
  ...part,
});

/** Page images of a book, in portrait format. */
export const toPages = (count: number): Page[] =>
  Array.from({ length: count }, (_, index) => ({
    pageNumber: index + 1,
    fileName: `${index + 1}.jpg`,
    mediaType: 'image/jpeg',
    fileFormat: 'jpeg',
    fileSize: 1_000,
    width: 800,
    height: 1_200,
    doublePage: false,
    skipped: false,
  }));

/** A completed scan of the library of `toLibrary`. */
export const toTask = (index: number, part: Partial<TaskDto>): TaskDto => ({
  id: toId(index),
  type: 'scanning.scan',
  status: 'completed',
  priority: 5,
  params: {},
  progress: null,
  attempts: 1,
  maxAttempts: 3,
  lastError: null,
  failure: null,
  libraryId: toId(7),
  seriesId: null,
  bookId: null,
  scheduledFor: self.createdAt,
  createdAt: self.createdAt,
  startedAt: self.createdAt,
  completedAt: self.createdAt,
  result: null,
  ...part,
});
