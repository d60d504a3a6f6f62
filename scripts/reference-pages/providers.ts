// The tables of the included metadata providers and trackers, from their definitions.

import { builtInProviders } from '../../server/src/composition/built-in-providers.ts';
import type { Provider } from '../../server/src/features/providers/kit/index.ts';
import type { Blocks } from './blocks.ts';
import { toTable } from './table.ts';

const units: readonly [ms: number, name: string][] = [
  [24 * 60 * 60 * 1000, 'day'],
  [60 * 60 * 1000, 'hour'],
  [60 * 1000, 'minute'],
];

function describePace({ intervalMs, burst, window }: Provider['pace']): string {
  const pace = `one every ${intervalMs / 1000} s, bursts of ${burst}`;
  if (window === undefined) return pace;
  const unit = units.find(([ms]) => ms === window.ms)?.[1] ?? `${window.ms / 1000} s`;
  return `${pace}, ${window.count.toLocaleString('en-US')} per ${unit}`;
}

const toLink = ({ displayName, homepage }: Provider): string => `[${displayName}](${homepage})`;

const describeCredentials = ({ credentials = [] }: Provider): string =>
  credentials.map(({ label, required }) => (required === true ? label : `${label} (optional)`)).join(', ') ||
  'none';

const listKinds = ({ series, books }: Provider): string =>
  [series && 'series', books && 'books'].filter((kind) => kind !== undefined).join(', ');

export function providerBlocks(): Blocks {
  const trackers = builtInProviders.filter(({ tracking }) => tracking !== undefined);
  const providers = builtInProviders.filter(({ tracking }) => tracking === undefined);
  return {
    providers: toTable(
      ['Provider', 'Metadata of', 'Credentials', 'Requests', 'Days that answers are cached'],
      providers.map((provider) => [
        toLink(provider),
        listKinds(provider),
        describeCredentials(provider),
        describePace(provider.pace),
        String(provider.keepDays),
      ]),
    ),
    trackers: toTable(
      ['Tracker', 'Tracks', 'By ids of', 'Credentials of a user', 'Requests'],
      trackers.map((tracker) => [
        toLink(tracker),
        tracker.tracking?.tracksBooks === true ? 'books' : 'series',
        `\`${tracker.tracking?.idSource ?? ''}\``,
        tracker.oauth ? `sign-in, or ${describeCredentials(tracker)}` : describeCredentials(tracker),
        describePace(tracker.pace),
      ]),
    ),
  };
}
