// `npm run bench -- <name> …` prints the figures of benches with their references and budgets. Names are all and those
// in `benches`.
import { benchFeeds } from './feeds.ts';
import { takeFigures } from './figures/report.ts';
import { writeTable } from './figures/table.ts';
import { benchFirstScan } from './first-scan.ts';
import { benchFormats } from './formats.ts';
import { benchImport } from './import.ts';
import { benchList } from './list.ts';
import { benchMatching } from './matching.ts';
import { benchMemory } from './memory.ts';
import { benchPackaged } from './packaged.ts';
import { benchPages } from './pages.ts';
import { benchPanels } from './panels.ts';
import { benchPeers } from './peers.ts';
import { benchReads } from './reads.ts';
import { benchScan } from './scan.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchWeb } from './web/index.ts';

const benches: Record<string, (options: readonly string[]) => Promise<void>> = {
  scan: benchScan,
  'first-scan': benchFirstScan,
  pages: benchPages,
  panels: benchPanels,
  peers: benchPeers,
  list: benchList,
  search: benchSearch,
  import: benchImport,
  feeds: benchFeeds,
  formats: benchFormats,
  reads: benchReads,
  start: benchStart,
  packaged: benchPackaged,
  matching: benchMatching,
  memory: benchMemory,
  web: benchWeb,
};

/** The benches of `all`, for docs/reference/benchmarks.md. */
const compared = [
  'scan',
  'formats',
  'first-scan',
  'pages',
  'list',
  'search',
  'feeds',
  'reads',
  'start',
  'packaged',
  'matching',
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
