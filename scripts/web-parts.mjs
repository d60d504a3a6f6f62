// What the web client consists of besides its own bundle: icons, and the service worker, which is told what has been
// built. Used by build-web.mjs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';

/** The pages that open without a network from the first visit on; readers come with the first kept book. */
const offlinePages = /^src\/(main|features\/(home|offline|sign-in|books|series)\/|reader\/reader-page)/;
/** Style sheets that are loaded by themselves, and their pictures, are imported by no chunk that the manifest knows. */
const readerParts = /^src\/reader\/|\/pdfjs-dist\//;
/** Bytes as they are sent, before compression: a first visit fetches no more than this on the side. */
const maxShellBytes = 2_500_000;

/** Icons of the installed client, drawn from icon.svg; the maskable one has the margin that masks need. */
export async function makeIcons(web, folder) {
  const sharp = createRequire(join(web, '..', 'server', 'package.json'))('sharp');
  const drawing = readFileSync(join(web, 'public', 'icon.svg'));
  const draw = (size) => sharp(drawing, { density: (72 * size) / 64 }).resize(size, size);
  const icons = join(folder, 'icons');
  mkdirSync(icons, { recursive: true });
  const ground = '#12151b';
  for (const size of [192, 512])
    await draw(size)
      .png({ palette: true })
      .toFile(join(icons, `${size}.png`));
  const padded = (size, inner) =>
    draw(inner)
      .extend({ ...edges(size, inner), background: ground })
      .flatten({ background: ground })
      .png({ palette: true });
  await padded(512, 416).toFile(join(icons, 'maskable.png'));
  await padded(180, 156).toFile(join(icons, 'apple-touch.png'));
}

function edges(size, inner) {
  const edge = (size - inner) / 2;
  return { top: edge, bottom: edge, left: edge, right: edge };
}

const pageOfPath = /path: '([/][^']*)',[\s\S]*?import[(]'([^']+)'[)]/g;

/** What the page of each address needs before it shows anything, so that the server can name it at once. */
export function toPreloads(web, folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const known = toFiles(manifest, ['index.html'], () => false);
  const features = join(web, 'src', 'features');
  return readdirSync(features).flatMap((room) => {
    const routes = join(features, room, 'routes.ts');
    if (!existsSync(routes)) return [];
    return [...readFileSync(routes, 'utf8').matchAll(pageOfPath)].flatMap(([, path, page]) => {
      // Below a frame of its own: another address than it seems.
      if (path === '/' && room !== 'home') return [];
      const key = posix.join('src/features', room, page);
      if (!manifest[key]) throw new Error(`${key} was not built`);
      const isFramed = room !== 'sign-in' && room !== 'setup';
      const files = toFiles(manifest, isFramed ? ['src/app/shell.tsx', key] : [key], () => false);
      return [{ path, files: [...files].filter((file) => !known.has(file) && /[.](?:js|css)$/.test(file)) }];
    });
  });
}

/** Every file that these chunks of the manifest need, and, where `follow` says so, those that they load later. */
function toFiles(manifest, keys, follow) {
  const files = new Set();
  const seen = new Set();
  const visit = (key) => {
    const chunk = manifest[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) files.add(file);
    for (const one of chunk.imports ?? []) visit(one);
    for (const one of chunk.dynamicImports ?? []) if (follow(one)) visit(one);
  };
  for (const key of keys) visit(key);
  return files;
}

/** Fonts, character maps and decoders that pdf.js fetches by name when a document needs them: no chunk knows of them. */
const listPdfParts = (folder) =>
  readdirSync(join(folder, 'assets'), { recursive: true })
    .filter((name) => /^pdfjs-[^/]+\/.*\.(bcmap|pfb|ttf|icc|js)$/.test(name))
    .map((name) => `assets/${name}`);

/** What is kept from the first visit on, with the first book, with the first PDF. Throws when the first is too much. */
function toOfflineFiles(folder) {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
  const keys = Object.keys(manifest);
  const entries = keys.filter((key) => offlinePages.test(key) || key === 'index.html');
  const shell = toFiles(manifest, entries, () => false);
  for (const chunk of Object.values(manifest)) if (chunk.name === 'first') shell.add(chunk.file);
  const readers = toFiles(
    manifest,
    keys.filter((key) => readerParts.test(key)),
    (key) => key.startsWith('src/reader/') || !key.startsWith('src/'),
  );
  const sizeBytes = [...shell].reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
  if (sizeBytes > maxShellBytes) throw new Error(`What opens without a network takes ${sizeBytes} bytes`);
  const revision = createHash('sha256')
    .update(readFileSync(join(folder, 'index.html')))
    .digest('hex');
  return {
    revision,
    shell: [...shell].sort(),
    readers: [...readers].filter((file) => !shell.has(file)).sort(),
    pdfParts: listPdfParts(folder).sort(),
  };
}

/** Writes service-worker.js beside the page: one file without a hash in its name. */
export async function buildWorker(build, web, folder) {
  await build({
    root: web,
    configFile: false,
    logLevel: 'warn',
    define: {
      __BUILT__: JSON.stringify(toOfflineFiles(folder)),
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: folder,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rollupOptions: {
        input: join(web, 'src', 'service-worker', 'worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
}
