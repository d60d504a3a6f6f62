// Moves files of the drop folder into libraries: completely or not at all, without overwriting, each once.
import { lstat, rm } from 'node:fs/promises';
import type { AcceptedFiles } from '@lectern/contract/ingest/drop-folder';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { conflict, notFound, reason, reasonOf } from '#infrastructure/errors.ts';
import { noRoom } from '#infrastructure/files/faults/problems.ts';
import { joinNames, toNativeName } from '#infrastructure/files/names.ts';
import { isSameFile, look } from '#infrastructure/files/writing/moving.ts';
import { newId, nilId } from '#infrastructure/ids.ts';
import { carry } from '../moves/index.ts';
import { findRoom } from '../uploads/index.ts';
import { getFolder } from './folder.ts';
import { type Proposal, type ProposalDependencies, propose } from './proposals.ts';
import * as store from './store.ts';
import { filterVisible, findVisible } from './visibility.ts';

export interface AcceptDependencies extends ProposalDependencies {
  /** Requests a scan of the library. */
  scan(libraryId: string): Promise<void>;
}

/** A claim expires after this time without renewal by the process that moves the file. */
const claimMs = 60_000;
const pageSize = 100;

/** Accepts the given files, or all files without a problem or doubt. */
export async function accept(
  deps: AcceptDependencies,
  viewer: Viewer,
  ids: readonly string[] | undefined,
): Promise<AcceptedFiles> {
  const folder = await getFolder(deps);
  const result: AcceptedFiles = { accepted: [], refused: [] };
  const rows = ids ? findRows(deps, viewer, [...new Set(ids)]) : listRows(deps, viewer);
  try {
    for await (const row of rows) {
      const [proposal] = await propose(deps, viewer, { rows: [row], folder });
      if (!proposal || (!ids && proposal.shown.doubts.length > 0)) continue;
      if (!ids && proposal.shown.problem && !isCutOff(proposal)) continue;
      await acceptOne(deps, { row, proposal, folder, result });
    }
  } finally {
    for (const libraryId of new Set(result.accepted.map((one) => one.libraryId))) await deps.scan(libraryId);
  }
  return result;
}

async function* findRows(deps: AcceptDependencies, viewer: Viewer, ids: readonly string[]) {
  for (const id of ids) {
    const row = await findVisible(deps, viewer, id);
    if (row) yield row;
    else if (ids.length === 1) throw notFound('file in the drop folder');
  }
}

async function* listRows(deps: AcceptDependencies, viewer: Viewer) {
  for (let last = nilId; ; ) {
    const rows = await store.listReadAfter(deps.database.db, last, pageSize);
    // One at a time, because previously accepted files may have created the series.
    for (const row of rows) yield* await filterVisible(deps, viewer, [row]);
    const [end] = rows.slice(-1);
    if (!end) return;
    last = end.id;
  }
}

interface ToAccept {
  row: store.DroppedRow;
  proposal: Proposal;
  folder: string;
  result: AcceptedFiles;
}

async function acceptOne(
  deps: AcceptDependencies,
  { row, proposal, folder, result }: ToAccept,
): Promise<void> {
  const { id, path } = proposal.shown;
  try {
    await holding(deps, id, () => move(deps, { row, proposal, folder }));
    await store.remove(deps.database.db, [id]);
    const { library, target } = proposal.shown;
    if (library && target !== null) result.accepted.push({ id, libraryId: library.id, path: target });
  } catch (error) {
    result.refused.push({ id, path, reason: reasonOf(error) });
  }
}

/** Runs `work` under a claim, so that only one request at a time moves a file, across processes. */
async function holding(deps: AcceptDependencies, id: string, work: () => Promise<void>): Promise<void> {
  const { database, clock } = deps;
  const claim = newId();
  const take = () => store.takeClaim(database.db, id, { claim, nowMs: clock(), untilMs: clock() + claimMs });
  if (!(await take())) throw conflict(reason('drop_busy'));
  const timer = setInterval(() => void take().catch(() => {}), claimMs / 4);
  try {
    await work();
  } finally {
    clearInterval(timer);
    await store.dropClaim(database.db, id, claim);
  }
}

async function move(
  deps: AcceptDependencies,
  { row, proposal, folder }: Omit<ToAccept, 'result'>,
): Promise<void> {
  const { shown, arrival } = proposal;
  const file = await look(`${folder}/${joinNames(row.folder, row.name)}`);
  const isSame =
    row.isFolder === 1 ? file?.isDirectory() : file?.isFile() && file.size === ownSize(row, file.size);
  if (!file || !isSame) throw conflict(reason('drop_gone'));
  if (shown.problem || !arrival) {
    if (await isThereAlready(deps, proposal, { row, folder })) return;
    throw conflict(shown.problem ?? reason('drop_gone'));
  }
  if (arrival.free && (await isThereAlready(deps, proposal, { row, folder }))) return;
  const { root } = arrival.to;
  const from = await lstat(folder);
  const to = await lstat(root.path);
  if (from.dev !== to.dev) {
    const room = await findRoom(deps, root);
    if (row.sizeBytes > room) throw noRoom(room);
  }
  await carry(deps.folders, {
    from: { root: { path: folder }, folder: row.folder },
    to: arrival.to,
    files: arrival.files,
    free: arrival.free,
  });
}

/** The size of a multi-volume archive is that of all volumes. */
const ownSize = (row: store.DroppedRow, found: number): number =>
  row.stamp === null ? row.sizeBytes : found;

/** Whether the existing target may be the file: a process was interrupted while the file had both names. */
const isCutOff = ({ shown, place }: Proposal): boolean =>
  shown.problem?.reason === 'upload_exists' && place !== undefined;

async function isThereAlready(
  { folders }: AcceptDependencies,
  proposal: Proposal,
  { row, folder }: { row: store.DroppedRow; folder: string },
): Promise<boolean> {
  const mayBe = isCutOff(proposal) || proposal.arrival?.free !== undefined;
  if (!mayBe || !proposal.place || row.isFolder === 1) return false;
  const { to, name } = proposal.place;
  const source = `${await folders.open(folder, row.folder)}/${row.name}`;
  const target = await folders.open(to.root.path, to.folder).catch(() => undefined);
  if (target === undefined || !(await isSameFile(source, `${target}/${name}`))) return false;
  await rm(toNativeName(source));
  return true;
}
