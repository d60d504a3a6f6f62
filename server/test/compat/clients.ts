// Parses responses of the compatibility API with the models of its clients. `expectClients('series', body)` throws an
// error that names the client and the path of the value that the client cannot read.
import { aidoku } from './aidoku.ts';
import { keiyoushi } from './keiyoushi.ts';
import { kmreader } from './kmreader.ts';
import { komgaClient } from './komga-client.ts';
import { mihonTracker } from './mihon-tracker.ts';
import { paperback } from './paperback.ts';
import type { ClientModels, ShapeName } from './shape-parts.ts';

const clients: Readonly<Record<string, ClientModels>> = {
  keiyoushi,
  mihonTracker,
  komgaClient,
  kmreader,
  aidoku,
  paperback,
};

/** Throws unless every client that reads this shape can read the value. */
export function expectClients(shape: ShapeName, value: unknown): void {
  const faults = Object.entries(clients).flatMap(([client, models]) => {
    const parsed = models[shape]?.safeParse(value);
    return (parsed?.error?.issues ?? []).map(
      ({ path, message }) => `${client} cannot read ${shape}.${path.join('.')}: ${message}`,
    );
  });
  if (faults.length > 0) throw new Error(faults.slice(0, 20).join('\n'));
}
