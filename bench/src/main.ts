// `npm run bench -- scan|pages|list|search|feeds|events|progress|reads|start|memory|web`: each prints its figures beside their references and budgets.
import { benchEvents } from './events.ts';
import { benchFeeds } from './feeds.ts';
import { benchList } from './list.ts';
import { benchMemory } from './memory.ts';
import { benchPages } from './pages.ts';
import { benchProgress } from './progress.ts';
import { benchReads } from './reads.ts';
import { benchScan } from './scan.ts';
import { benchSearch } from './search.ts';
import { benchStart } from './start.ts';
import { benchWeb } from './web.ts';

const benches: Record<string, () => Promise<void>> = {
  scan: benchScan,
  pages: benchPages,
  list: benchList,
  search: benchSearch,
  events: benchEvents,
  feeds: benchFeeds,
  progress: benchProgress,
  reads: benchReads,
  start: benchStart,
  memory: benchMemory,
  web: benchWeb,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !benches[name]);
if (wanted.length === 0 || unknown.length > 0) {
  process.stderr.write(`Choose among: ${Object.keys(benches).join(' ')}\n`);
  process.exit(1);
}
for (const name of wanted) await benches[name]?.();
