// Metadata of books and series as after matching with a provider: long summaries, people, links, words, provider values
// and locked fields. The server reads it for lists.
import type { Row } from './rows.ts';
import type { Vocabulary } from './vocabulary.ts';

const roles = ['writer', 'penciller', 'inker', 'colorist', 'letterer', 'cover_artist', 'editor'] as const;
const provider = 'measured-provider';

export interface RichMetadata {
  /** Columns of `bookMetadata` and the row of `bookEdit`. */
  ofBook(bookId: string, nowMs: number): { columns: Row; edit: Row };
  /** Columns of `series` and the row of `seriesMetadata`. */
  ofSeries(seriesId: string, nowMs: number): { columns: Row; metadata: Row };
}

export function createRichMetadata({ title }: Vocabulary): RichMetadata {
  const names = (count: number, words: number) => Array.from({ length: count }, () => title(words));
  function draw() {
    const summary = title(100);
    const lists = {
      authors: roles.map((role) => ({ name: title(2), role, sortName: title(2) })),
      genres: names(4, 1),
      tags: names(10, 2),
      externalLinks: names(2, 1).map((id) => ({
        id,
        sourceName: 'Measured',
        url: `https://example.org/${id}`,
      })),
      externalIds: [{ source: provider, externalId: title(1), externalUrl: 'https://example.org/' }],
      externalRatings: [{ source: provider, score: 81, voteCount: 1_200 }],
    };
    return { summary, lists };
  }
  const toLayers = (values: object, nowMs: number) => ({
    edits: JSON.stringify({ publisher: 'Lantern' }),
    locks: JSON.stringify({ publisher: true, title: true }),
    provided: JSON.stringify([
      {
        provider,
        name: 'Measured',
        externalId: title(1),
        externalUrl: 'https://example.org/',
        fields: null,
        values: Object.fromEntries(
          Object.entries(values).map(([field, value]) => [field, { value, at: nowMs }]),
        ),
        dropped: [],
        takenAt: nowMs,
        refreshedAt: nowMs,
      },
    ]),
  });
  return {
    ofBook(bookId, nowMs) {
      const { summary, lists } = draw();
      const others = { characters: names(8, 2), teams: names(2, 2), isbns: ['9780306406157'] };
      return {
        columns: {
          summary,
          summaryFolded: summary,
          releaseDate: '2020-05-01',
          lists: JSON.stringify({ ...lists, ...others }),
        },
        edit: {
          bookId,
          original: JSON.stringify({ values: { summary, ...lists, ...others }, derived: {} }),
          updatedAt: nowMs,
          ...toLayers({ summary, ...lists, ...others }, nowMs),
        },
      };
    },
    ofSeries(seriesId, nowMs) {
      const { summary, lists } = draw();
      const others = { alternateTitles: names(2, 3).map((one) => ({ id: one, label: 'Other', title: one })) };
      return {
        columns: { summary, summaryFolded: summary, publisher: 'Lantern', status: 'ongoing', language: 'en' },
        metadata: {
          seriesId,
          lists: JSON.stringify({ ...lists, ...others }),
          sidecar: null,
          createdAt: nowMs,
          updatedAt: nowMs,
          ...toLayers({ summary, ...lists, ...others }, nowMs),
        },
      };
    },
  };
}
