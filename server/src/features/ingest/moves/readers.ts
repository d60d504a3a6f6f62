// Whether more users could see books after a move: age ratings and sharing tags belong to series, and a moved file gets the
// series of its new folder.
import type { Catalog } from '#catalog/catalog.ts';
import { type MarksChange, readMarks } from '#catalog/visible.ts';
import type { ScanLibrary } from '#features/libraries/libraries/index.ts';
import type { SeriesMarks, Viewer } from '#infrastructure/access/viewer.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { toBookName } from '../pipeline/index.ts';
import { SeriesAssignment } from '../series-assignment/index.ts';
import { seesAll } from '../uploads/index.ts';
import type { Plan } from './plan.ts';
import * as store from './store.ts';

interface Dependencies {
  database: Database;
  catalog: Pick<Catalog, 'visibility'>;
}

interface Moving {
  plan: Plan;
  /** The key of the series in the target library. */
  key: string;
  ageRating: number | null;
}

/** For a viewer from whom a target series is hidden, the series counts as new: the answer would show that it exists. */
export async function hasMoreReaders(
  { database: { db }, catalog: { visibility } }: Dependencies,
  viewer: Viewer,
  plans: readonly Plan[],
): Promise<boolean> {
  const [first] = plans;
  if (!first) return false;
  const { library } = first.to;
  const moving = await findKeys(db, plans, library);
  const formerIds = [...new Set(plans.map(({ book }) => book.seriesId))];
  const known = await store.findSeries(db, library.id, new Set(moving.map(({ key }) => key)));
  const visible = seesAll(viewer) ? undefined : await visibility.visibleSeries(viewer, [...known.values()]);
  const marks = await readMarks(db, [...formerIds, ...known.values()]);
  const left = await store.listLeft(
    db,
    formerIds,
    plans.map(({ book }) => book.id),
  );
  const changes: MarksChange[] = [];
  for (const [key, some] of Map.groupBy(moving, (one) => one.key)) {
    const id = known.get(key);
    const isKnown = id !== undefined && (visible === undefined || visible.has(id));
    for (const [formerId, books] of Map.groupBy(some, ({ plan }) => plan.book.seriesId)) {
      const before = marks.get(formerId) ?? noMarks;
      // A series without remaining books continues in the new folder, with its age rating and tags.
      const continues = !isKnown && !left.has(formerId) && isWhole(moving, formerId, books);
      const after = isKnown ? (marks.get(id) ?? noMarks) : continues ? before : toNewMarks(some);
      changes.push({
        before: { libraryId: first.from.library.id, marks: before },
        after: { libraryId: library.id, marks: after },
      });
    }
  }
  return visibility.hasOtherReaders(changes);
}

const noMarks: SeriesMarks = { ageRating: null, sharingTagIds: [] };

/** Whether all moved books of a series get the same series. */
const isWhole = (moving: readonly Moving[], seriesId: string, books: readonly Moving[]): boolean =>
  moving.filter(({ plan }) => plan.book.seriesId === seriesId).length === books.length;

/** A new series has the highest age rating of its books, and no tags. */
function toNewMarks(books: readonly Moving[]): SeriesMarks {
  const ratings = books.flatMap(({ ageRating }) => ageRating ?? []);
  return { ageRating: ratings.length > 0 ? Math.max(...ratings) : null, sharingTagIds: [] };
}

async function findKeys(db: Database['db'], plans: readonly Plan[], library: ScanLibrary): Promise<Moving[]> {
  const assignment = new SeriesAssignment(library);
  const metadata = await store.listMetadata(
    db,
    plans.map(({ book }) => book.id),
  );
  return plans.map((plan) => {
    const facts = metadata.get(plan.book.id);
    const name = plan.files[0]?.to ?? plan.book.fileName;
    const { series } = assignment.derive({
      folder: plan.to.folder,
      name: plan.book.fileFormat === 'folder' ? toBookName({ name, stamp: '' }) : name,
      metadata: facts ? toFacts(facts) : null,
    });
    return { plan, key: series.key, ageRating: facts?.ageRating ?? null };
  });
}

const toFacts = ({ title, series, number, volume, chapter }: store.MetadataRow) => ({
  title: title ?? undefined,
  series: series ?? undefined,
  number: number ?? undefined,
  volume: volume ?? undefined,
  chapter: chapter ?? undefined,
});
