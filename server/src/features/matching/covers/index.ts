// Provider covers: fetched for users to choose from, and set automatically if the library allows it.

import type { MatchFailure } from '@lectern/contract/matching';
import type { Cover } from '@lectern/contract/serving/covers';
import type { CoverChoices, WantedCover } from '#features/serving/cover-choices/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { AnyTaskDefinition } from '#infrastructure/tasks/define.ts';
import type { TaskQueue } from '#infrastructure/tasks/queue.ts';
import type { SettleDependencies } from './automatic.ts';
import { fetchPicture, type Offer, toUndecodable } from './fetching.ts';
import { defineCoverTask } from './task.ts';

export type { Offer };

interface Dependencies extends SettleDependencies {
  choices: CoverChoices;
  queue: TaskQueue;
}

type Type = WantedCover['type'];

interface Fetched {
  covers: Cover[];
  failures: MatchFailure[];
}

const maxOffers = 12;
const atOnce = 3;
/** Time limit. A user waits for the result. */
const fetchMs = 60_000;

export class ProvidedCovers {
  readonly #deps: Dependencies;
  readonly task: AnyTaskDefinition;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    this.task = defineCoverTask(deps);
  }

  /** Queues an update after provider metadata or library settings changed. */
  async noteChanged(type: Type, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await this.#deps.choices.want(type, ids, this.#deps.clock());
    await this.#deps.queue.enqueue(this.task, { isAgain: false }, { rerun: true });
  }

  /** Fetches all covers for selection, and removes unused covers that providers no longer list. Throws conflict. */
  async gather(
    type: Type,
    viewer: Viewer,
    { id, offers }: { id: string; offers: readonly Offer[] },
  ): Promise<Fetched> {
    const wanted = offers.slice(0, maxOffers);
    const { provided } = await this.#deps.covers.readState(type, viewer, id);
    const missing = wanted.filter(({ url }) => !provided.some((one) => one.url === url));
    const signal = AbortSignal.timeout(fetchMs);
    const failures: MatchFailure[] = [];
    const left = missing.values();
    const work = async () => {
      for (const offer of left) {
        const bytes = await fetchPicture(this.#deps, offer, signal);
        const from = { provider: offer.provider, providerName: offer.name, url: offer.url };
        const failure =
          bytes instanceof Uint8Array
            ? await this.#deps.covers.addProvided(type, viewer, { id, bytes, from, isShown: false }).then(
                () => undefined,
                (error: unknown) => toUndecodable(error, offer),
              )
            : bytes;
        if (failure)
          failures.push({
            provider: offer.provider,
            providerName: offer.name,
            message: failure.why.message,
            reason: failure.why,
          });
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    for (const { id: coverId, url, isSelected } of provided)
      if (!isSelected && !wanted.some((one) => one.url === url))
        await this.#deps.covers.dropProvided(type, { id, coverId });
    return { covers: await this.#deps.covers.list(type, viewer, id), failures };
  }
}
