// What of a Kavita has no place here, or is not taken over.
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import type { Snapshot } from '../snapshot.ts';
import { toNumber, toText } from '../values.ts';

export function listLeftOut(database: GivenDatabase, invitations: number): Snapshot['leftOut'] {
  const count = (table: string, column = 'Id', values?: Record<string, string | number>) =>
    database.read(table, [column], values).length;
  const places = database.read('AppUserProgresses', ['BookScrollId']).map((row) => toText(row.BookScrollId));
  const unrated = database
    .read('AppUserRating', ['Rating', 'Review'])
    .filter((row) => (toNumber(row.Rating) ?? 0) <= 0 && toText(row.Review) !== '');
  const keys =
    count('AppUserAuthKey') ||
    database.read('AspNetUsers', ['ApiKey']).filter((row) => toText(row.ApiKey) !== '').length;
  const all: Snapshot['leftOut'] = [
    { count: invitations, what: 'open invitations', why: 'nobody has taken them up yet' },
    {
      count: keys,
      what: 'API keys and OPDS keys',
      why: 'make new ones under Account, and set apps and e-readers up anew',
    },
    {
      count: places.filter((text) => text !== '').length,
      what: 'places inside chapters of EPUBs',
      why: 'they come to the beginning of the chapter',
    },
    {
      count: count('AppUserCollection', 'Id', { Promoted: 0 }),
      what: 'collections that are not promoted',
      why: 'they belong to one person, and collections here are seen by all: promote them in Kavita to take them along',
    },
    {
      count: count('ReadingList', 'Id', { Promoted: 0 }),
      what: 'reading lists that are not promoted',
      why: 'they belong to one person, and read lists here are seen by all: promote them in Kavita to take them along',
    },
    { count: unrated.length, what: 'reviews without stars', why: 'notes belong to a rating here' },
    {
      count: count('AppUserChapterRating'),
      what: 'ratings of chapters',
      why: 'series are rated here, not books',
    },
    { count: count('AppUserBookmark'), what: 'bookmarks of pages', why: 'they are not taken over yet' },
    {
      count: count('AppUserTableOfContent') + count('AppUserAnnotation'),
      what: 'bookmarks and highlights in EPUBs',
      why: 'they are not taken over yet',
    },
    { count: count('AppUserSmartFilter'), what: 'smart filters', why: 'they are not taken over yet' },
    { count: count('AppUserReadingSession'), what: 'reading sessions', why: 'they are not taken over yet' },
    {
      count: count('AppUserOnDeckRemoval', 'SeriesId'),
      what: 'series that are hidden from On Deck',
      why: 'hide them from Continue reading here',
    },
    {
      count: count('Series', 'Id', { CoverImageLocked: 1 }),
      what: 'chosen covers of series',
      why: 'Kavita keeps them as files beside its database; upload them anew',
    },
    {
      count: count('SeriesRelation'),
      what: 'relations between series',
      why: 'there is no place for them here',
    },
    {
      count: count('MangaFile', 'Id', { Format: 0 }),
      what: 'single pictures',
      why: 'folders of pictures are no books here',
    },
  ];
  return all.filter((one) => one.count > 0);
}
