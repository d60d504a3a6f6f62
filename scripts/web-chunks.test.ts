import { expect, test } from 'vitest';
import { planChunks } from './web-chunks.mjs';

const pages = [
  'src/app/shell.tsx',
  'src/features/home/home-page.tsx',
  'src/features/sign-in/sign-in-page.tsx',
  'src/features/books/book-page.tsx',
  'src/features/series/series-page.tsx',
  'src/features/account/account-page.tsx',
  'src/features/progress/send.ts',
  'src/reader/reader-page.tsx',
];

test.each(['/srv/lectern/web', '/home/reader/app/search/web'])(
  'pages are grouped by their paths in the client when it is in %s',
  async (web) => {
    const toChunk = (path: string, imports: string[] = []) => ({
      type: 'chunk',
      isEntry: false,
      fileName: path,
      facadeModuleId: `${web}/${path}`,
      moduleIds: [`${web}/${path}`],
      imports,
    });
    const shared = { ...toChunk('src/ui/table.tsx'), facadeModuleId: null };
    const lists = /book-page|series-page/;
    const output = [...pages.map((path) => toChunk(path, lists.test(path) ? [shared.fileName] : [])), shared];
    const { codeSplitting } = await planChunks(async () => ({ output }), web);
    expect(codeSplitting.groups[0]?.name(`${web}/${shared.fileName}`)).toBe('lists');
  },
);
