// Builds the server if it is missing or out of date. Bundles the sources and their packages into a few files, which
// start in a third of the time and memory that a thousand files need.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { buildFresh, listFiles, root } from './build.mjs';

const server = join(root, 'server');
const folders = ['contract', 'formats', 'server'].map((name) => join(root, name));

/**
 * Packages with machine code or WebAssembly or that find their files by name, and the packages that they share with the
 * server.
 */
export const unbundled = [
  '@embedpdf/pdfium',
  '@jsquash/jxl',
  '@node-rs/argon2',
  '@parcel/watcher',
  '7z-wasm',
  'better-sqlite3',
  'graphile-worker',
  'koffi',
  'libheif-js',
  'node-unrar-js',
  'pg',
  'pino',
  'sharp',
];

/**
 * Files of packages that the program sends unchanged or draws with. The build copies them: the package of the API
 * reference depends on another whose script reports each installation to its maker, and that of the font has three
 * more fonts.
 */
const copied = [
  ...['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'].map((name) => `swagger-ui-dist/${name}`),
  '@expo-google-fonts/gentium-book-plus/700Bold/GentiumBookPlus_700Bold.ttf',
];

/** Programs that are started by file name, see server/src/infrastructure/program-files.ts. */
const entries = {
  main: 'main.ts',
  worker: 'worker.ts',
  'reading-thread-entry': 'infrastructure/database/sqlite/reading-thread-entry.ts',
  'bcrypt-thread-entry': 'features/identity/password-schemes/bcrypt-thread-entry.ts',
};
const launcher = { launcher: 'infrastructure/confinement/launcher.cts' };

/**
 * V8 keeps source text in memory, with two bytes per character if any character is beyond Latin-1. Line breaks are kept
 * for stack traces.
 */
const lean = { charset: 'ascii', comments: { legal: true, annotation: false, jsdoc: false } };

export const buildServer = () =>
  buildFresh({
    what: 'the server',
    built: join(server, 'dist'),
    sources: [
      ...folders.flatMap((folder) => [
        join(folder, 'package.json'),
        ...listFiles(join(folder, 'src')).filter((file) => !file.endsWith('.test.ts')),
      ]),
      ...['build.mjs', 'build-server.mjs'].map((name) => join(root, 'scripts', name)),
    ],
    async build(fresh) {
      const { rolldown } = await import('rolldown');
      const write = async (input, output) => {
        const bundle = await rolldown({
          input: Object.fromEntries(
            Object.entries(input).map(([name, path]) => [name, join(server, 'src', path)]),
          ),
          cwd: root,
          platform: 'node',
          external: [/^node:/, ...unbundled.map((name) => new RegExp(`^${name}(/|$)`))],
        });
        await bundle.write({ dir: fresh, chunkFileNames: '[name]-[hash].js', ...lean, ...output });
        await bundle.close();
      };
      await write(entries, { format: 'esm' });
      // Must be CommonJS, for the reason given in its source.
      await write(launcher, { format: 'cjs', entryFileNames: '[name].cjs' });
      for (const path of copied) cpSync(join(root, 'node_modules', path), join(fresh, path));
    },
  });
