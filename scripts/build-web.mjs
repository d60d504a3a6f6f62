// Builds the web client if it is missing or out of date.
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { buildFresh, listFiles, root } from './build.mjs';
import { planChunks } from './web-chunks.mjs';
import { buildWorker, makeIcons, toPreloads } from './web-parts.mjs';

const web = join(root, 'web');
const packed = new Set(['.js', '.mjs', '.css', '.svg', '.json', '.wasm', '.webmanifest']);
const listSources = () => [
  ...['package.json', 'vite.config.ts', 'index.html', 'tsconfig.json'].map((name) => join(web, name)),
  ...['build.mjs', 'build-web.mjs', 'web-chunks.mjs', 'web-parts.mjs'].map((name) =>
    join(root, 'scripts', name),
  ),
  ...listFiles(join(web, 'src')),
  ...listFiles(join(web, 'public')),
];

export const buildWeb = () =>
  buildFresh({
    what: 'the web client',
    built: join(web, 'dist'),
    sources: listSources(),
    async build(fresh) {
      const { build } = await import('vite');
      const rolldownOptions = { output: await planChunks(build, web) };
      await build({
        root: web,
        logLevel: 'warn',
        build: { outDir: fresh, emptyOutDir: true, rolldownOptions },
      });
      await makeIcons(web, fresh);
      copyPdfParts(join(fresh, 'assets'));
      await buildWorker(build, web, fresh);
      writeFileSync(join(fresh, 'preloads.json'), JSON.stringify(toPreloads(web, fresh)));
      for (const file of listFiles(fresh)) if (packed.has(extname(file))) pack(file);
    },
  });

/** Copies files that the PDF reader fetches by name: character maps, standard fonts, decoders without WebAssembly. */
function copyPdfParts(assets) {
  const from = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')));
  const { version } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'));
  const to = join(assets, `pdfjs-${version}`);
  for (const folder of ['cmaps', 'standard_fonts', 'iccs'])
    cpSync(join(from, folder), join(to, folder), { recursive: true });
  for (const name of readdirSync(join(from, 'wasm')).filter((one) => /nowasm.*[.]js$|^LICENSE/.test(one)))
    cpSync(join(from, 'wasm', name), join(to, 'decoders', name));
}

function pack(file) {
  const bytes = readFileSync(file);
  const small = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  if (small.length < bytes.length) writeFileSync(`${file}.br`, small);
  // Browsers accept Brotli only over HTTPS.
  const older = gzipSync(bytes, { level: 9 });
  if (older.length < bytes.length) writeFileSync(`${file}.gz`, older);
}
