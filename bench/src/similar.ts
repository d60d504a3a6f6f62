// `npm run bench -- similar`: finds similar comics among 100,000, whose pages have been read already.
import { compareMany } from '@lectern/server/testing';
import { report } from './report.ts';

const books = 100_000;

export async function benchSimilar(): Promise<void> {
  const { pages, seconds, heldMs, twins, found, wrong, grownMb } = await compareMany(books);
  const name = `${books.toLocaleString('en')} comics compared by ${pages.toLocaleString('en')} pages`;
  report({ name, value: seconds, unit: 's', budget: 60 });
  report({ name: '  others wait at most', value: heldMs, unit: 'ms', budget: 500 });
  report({ name: '  memory for it', value: grownMb, unit: 'MiB', budget: 300 });
  report({
    name: '  second scans that were found',
    value: (found / twins) * 100,
    unit: '%',
    budget: 95,
    atLeast: true,
  });
  report({ name: '  different comics that were taken for one', value: wrong, unit: '', budget: 0 });
}
