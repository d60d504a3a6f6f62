// `npm run bench -- <name> …` prints the figures of benches with their references and budgets. Names are all, bursts,
// scan, first-scan, pages, covers, processes, list, search, feeds, formats, events, progress, reads, start, packaged,
// memory, peers, web, fuzz, kills, import, many-files, similar and soak.
import { benchBursts } from './bursts.ts';
import { benchConfinement } from './confinement.ts';
import { benchEvents } from './events.ts';
import { benchFeeds } from './feeds.ts';
import { benchFirstScan } from './first-scan.ts';
import { benchFormats } from './formats.ts';
import { benchFuzz } from './fuzz.ts';
import { benchImport } from './import.ts';
import { benchKills } from './kills.ts';
import { benchList } from './list.ts';
import { benchManyFiles } from './many-files.ts';
import { benchMemory } from './memory.ts';
import { benchPackaged } from './packaged.ts';
import { benchPages } from './pages.ts';
import { benchPeers } from './peers.ts';
import { benchProcesses } from './processes.ts';
import { benchProgress } from './progress.ts';
import { benchReads } from './reads.ts';
import { takeFigures } from './report.ts';
import { benchScan } from './scan.ts';
import { benchSearch } from './search.ts';
import { benchCovers } from './served-covers.ts';
import { benchSimilar } from './similar.ts';
import { benchSoak } from './soak.ts';
import { benchStart } from './start.ts';
import { writeTable } from './table.ts';
import { benchWeb } from './web/index.ts';

const benches: Record<string, (options: readonly string[]) => Promise<void>> = {
  bursts: benchBursts,
  fuzz: benchFuzz,
  scan: benchScan,
  'first-scan': benchFirstScan,
  pages: benchPages,
  covers: benchCovers,
  peers: benchPeers,
  processes: benchProcesses,
  list: benchList,
  search: benchSearch,
  confinement: benchConfinement,
  events: benchEvents,
  kills: benchKills,
  import: benchImport,
  'many-files': benchManyFiles,
  feeds: benchFeeds,
  formats: benchFormats,
  progress: benchProgress,
  reads: benchReads,
  similar: benchSimilar,
  soak: benchSoak,
  start: benchStart,
  packaged: benchPackaged,
  memory: benchMemory,
  web: benchWeb,
};

/** The benches of `all`, for docs/reference/benchmarks.md. */
const compared = [
  'scan',
  'formats',
  'first-scan',
  'pages',
  'covers',
  'list',
  'search',
  'feeds',
  'progress',
  'reads',
  'start',
  'packaged',
  'memory',
  'web',
];

const words = process.argv.slice(2);
const firstOption = words.findIndex((word) => word.startsWith('--'));
const options = firstOption < 0 ? [] : words.slice(firstOption);
const wanted = firstOption < 0 ? words : words.slice(0, firstOption);
const isAll = wanted.length === 1 && wanted[0] === 'all';
const unknown = isAll ? [] : wanted.filter((name) => !benches[name]);
if (wanted.length === 0 || unknown.length > 0) {
  process.stderr.write(`Choose among: all ${Object.keys(benches).join(' ')}\n`);
  process.exit(1);
}
for (const name of isAll ? compared : wanted) {
  await benches[name]?.(options.filter((option) => option !== '--table'));
  const figures = takeFigures();
  if (isAll || options.includes('--table')) writeTable(name, figures);
}
