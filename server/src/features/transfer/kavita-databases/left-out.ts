// What of a Kavita has no place here, or is not taken over.
import { type Snapshot, toNumber, toText } from '#features/transfer/peer-snapshots/index.ts';
import type { GivenDatabase } from '#infrastructure/database/given/given-database.ts';
import { countLostCovers } from './covers.ts';

export function listLeftOut(database: GivenDatabase, invitations: number): Snapshot['leftOut'] {
  const count = (table: string, column = 'Id', values?: Record<string, string | number>) =>
    database.read(table, [column], values).length;
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
    {
      count: count('AppUserOnDeckRemoval', 'SeriesId'),
      what: 'series that are hidden from On Deck',
      why: 'hide them from Continue reading here',
    },
    {
      count: countLostCovers(database),
      what: 'chosen covers',
      why: 'they are files: put the folder covers of Kavita beside its database',
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
