// Match proposals: listed for editors, accepted as a whole or by field, dismissed, undone.
import type { MatchProposal, ProposalState } from '@lectern/contract/matching';
import type { PageRequest } from '@lectern/contract/pagination';
import type { Catalog } from '#catalog/catalog.ts';
import { can, type Viewer } from '#infrastructure/access/viewer.ts';
import { type Clock, toTime } from '#infrastructure/clock.ts';
import type { Database } from '#infrastructure/database/dialect.ts';
import { conflict, needsPermission, notFound, reason } from '#infrastructure/errors.ts';
import type { MetadataMatchTable } from '#schema/tables/metadata-match.ts';
import { findChanges } from '../changes.ts';
import type { MatchNoun } from '../nouns.ts';
import type { MatchService } from '../service.ts';
import type { Noun } from '../store.ts';
import * as matches from '../store.ts';
import type { Proposal } from './propose.ts';
import * as store from './store.ts';

export interface ProposalDependencies {
  database: Database;
  catalog: Catalog;
  clock: Clock;
  nouns: Record<Noun, MatchNoun>;
  services: Record<Noun, MatchService>;
}

interface Listing extends PageRequest {
  noun: Noun;
  libraryId: string | undefined;
  state: ProposalState;
}

/** Throws 403 unless the viewer may edit the metadata. */
export function checkMayMatch(viewer: Viewer, noun: Noun): void {
  const permission = noun === 'series' ? 'series:write' : 'books:write';
  if (!can(viewer, permission)) throw needsPermission(permission);
}

const nounOf = (row: MetadataMatchTable): Noun => (row.seriesId === null ? 'books' : 'series');
const ownerOf = (row: MetadataMatchTable): string => row.seriesId ?? row.bookId ?? '';

export class ProposalService {
  readonly #deps: ProposalDependencies;

  constructor(deps: ProposalDependencies) {
    this.#deps = deps;
  }

  async list(
    viewer: Viewer,
    { page, pageSize, ...listing }: Listing,
  ): Promise<{ proposals: MatchProposal[]; total: number }> {
    checkMayMatch(viewer, listing.noun);
    const visible = await this.#readVisible(viewer, listing);
    const ids = visible.slice((page - 1) * pageSize, page * pageSize).map(({ id }) => id);
    const rows = new Map((await store.listByIds(this.#deps.database.db, ids)).map((row) => [row.id, row]));
    const proposals: MatchProposal[] = [];
    for (const id of ids) {
      const row = rows.get(id);
      if (row?.proposal) proposals.push(await this.#toProposal(viewer, { ...row, proposal: row.proposal }));
    }
    return { proposals, total: visible.length };
  }

  async accept(viewer: Viewer, id: string, fields: string[] | undefined): Promise<MatchProposal> {
    const row = await this.#getRow(viewer, id);
    if (row.state === 'accepted') throw conflict(reason('proposal_accepted'));
    await this.#take(viewer, row, fields ?? null);
    return this.#get(viewer, id);
  }

  async dismiss(viewer: Viewer, id: string, never: boolean): Promise<MatchProposal> {
    const row = await this.#getRow(viewer, id);
    if (row.state === 'accepted') throw conflict(reason('proposal_accepted'));
    await this.#setState(row, { state: 'dismissed', ...(never && { isRefused: 1 }) });
    return this.#get(viewer, id);
  }

  async undo(viewer: Viewer, id: string): Promise<MatchProposal> {
    const row = await this.#getRow(viewer, id);
    if (row.state === 'accepted') await this.#deps.services[nounOf(row)].undo(viewer, ownerOf(row));
    await this.#setState(row, { state: 'pending', isRefused: 0 });
    return this.#get(viewer, id);
  }

  /** Returns the number of accepted proposals. */
  async acceptMany(
    viewer: Viewer,
    { noun, libraryId, fromScore }: { noun: Noun; libraryId?: string | undefined; fromScore: number },
  ): Promise<number> {
    checkMayMatch(viewer, noun);
    const visible = await this.#readVisible(viewer, { noun, libraryId, state: 'pending' });
    let accepted = 0;
    for (const { id, score } of visible) {
      if ((score ?? 0) < fromScore) break;
      const row = await store.findById(this.#deps.database.db, id);
      if (!row?.proposal || row.state !== 'pending') continue;
      await this.#take(viewer, { ...row, proposal: row.proposal }, null);
      accepted++;
    }
    return accepted;
  }

  /** Throws not_found if the proposal does not exist or the viewer does not see its series or book. */
  async #getRow(viewer: Viewer, id: string): Promise<KnownRow> {
    const row = await store.findById(this.#deps.database.db, id);
    if (!row?.proposal || row.state === null) throw notFound('proposal');
    checkMayMatch(viewer, nounOf(row));
    await this.#deps.nouns[nounOf(row)].findLibraryId(viewer, ownerOf(row)).catch(() => {
      throw notFound('proposal');
    });
    return { ...row, proposal: row.proposal };
  }

  #setState(row: MetadataMatchTable, change: Parameters<typeof matches.save>[2]) {
    return matches.save(
      this.#deps.database.db,
      { noun: nounOf(row), id: ownerOf(row), nowMs: this.#deps.clock() },
      change,
    );
  }

  async #get(viewer: Viewer, id: string): Promise<MatchProposal> {
    return this.#toProposal(viewer, await this.#getRow(viewer, id));
  }

  async #readVisible(viewer: Viewer, listing: Omit<Listing, keyof PageRequest>) {
    const waiting = await store.listWaiting(this.#deps.database.db, listing);
    const homes = [...new Set(waiting.map(({ homeId }) => homeId))];
    const visible = await this.#deps.catalog.visibility.visibleSeries(viewer, homes);
    return waiting.filter(({ homeId }) => visible.has(homeId));
  }

  async #take(viewer: Viewer, row: KnownRow, fields: string[] | null): Promise<void> {
    const { described }: Proposal = JSON.parse(row.proposal);
    await this.#deps.services[nounOf(row)].take(viewer, ownerOf(row), described, fields);
    const owner = { noun: nounOf(row), id: ownerOf(row), nowMs: this.#deps.clock() };
    await matches.save(this.#deps.database.db, owner, { state: 'accepted' });
  }

  async #toProposal(viewer: Viewer, row: KnownRow): Promise<MatchProposal> {
    const noun = nounOf(row);
    const id = ownerOf(row);
    const { candidate, alternatives, described }: Proposal = JSON.parse(row.proposal);
    const libraryId = await this.#deps.nouns[noun].findLibraryId(viewer, id);
    const subject =
      noun === 'series'
        ? { title: (await this.#deps.catalog.series.get(viewer, id)).title, seriesTitle: null }
        : await this.#deps.catalog.books.get(viewer, id);
    return {
      id: row.id,
      noun,
      subject: { id, libraryId, title: subject.title, seriesTitle: subject.seriesTitle },
      state: row.state ?? 'pending',
      isRefused: row.isRefused === 1,
      candidate,
      alternatives,
      changes: await findChanges(this.#deps, this.#deps.nouns[noun], { viewer, id, libraryId, described }),
      dropped: described.dropped,
      createdAt: toTime(row.createdAt),
      updatedAt: toTime(row.updatedAt),
    };
  }
}

type KnownRow = MetadataMatchTable & { proposal: string };
