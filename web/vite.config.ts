import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { patchFoliate } from './src/reader/epub/engine/patches.ts';

const foliate: Plugin = { name: 'foliate', transform: (code, id) => patchFoliate(id, code) };

/** A small separate script, not a module, that blocks the first paint. Receives the URLs of the messages. */
function blockingScript(source: string): Plugin {
  const id = fileURLToPath(new URL(source, import.meta.url));
  return {
    name: 'blocking-script',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'chunk', id, name: 'first' });
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const chunk = Object.values(bundle).find(
          (one) =>
            one.type === 'chunk' && one.facadeModuleId?.replaceAll('\\', '/') === id.replaceAll('\\', '/'),
        );
        const messages = Object.values(bundle).flatMap(({ fileName }) => {
          const [, language] = /^assets[/](\w\w)-[^/]+[.]json$/.exec(fileName) ?? [];
          return language ? [[language, `./${fileName}`]] : [];
        });
        const known = JSON.stringify(Object.fromEntries(messages)).replaceAll('"', '&quot;');
        const script = `<script src="./${chunk?.fileName}" data-messages="${known}"></script>`;
        return html.replace('<title>', `${script}\n    <title>`);
      },
    },
  };
}

/**
 * The frame of every page uses two class names of this package. Its entry without the effects also has them and is small.
 * Dialogs, which load later, use the whole package.
 */
const frameWithoutScrollLock: Plugin = {
  name: 'frame-without-scroll-lock',
  apply: 'build',
  enforce: 'pre',
  resolveId(id, importer = '') {
    const isFrame = /[/]AppShell[/]/.test(importer.replaceAll('\\', '/'));
    return isFrame && id === 'react-remove-scroll' ? this.resolve('react-remove-scroll/UI', importer) : null;
  },
};

/** Preloads the typefaces of every page together with the scripts, not after the style sheet. */
const preloadedFonts = /(?:figtree|fraunces)-latin-wght-normal-[^/]+[.]woff2$/;
const fontPackages = [
  '@fontsource-variable/atkinson-hyperlegible-next',
  '@fontsource-variable/figtree',
  '@fontsource-variable/fraunces',
  '@fontsource-variable/literata',
  '@fontsource-variable/source-sans-3',
  '@fontsource/opendyslexic',
];

/** Preloads typefaces, and adds their licenses next to them (SIL Open Font License 1.1, condition 2). */
const fonts: Plugin = {
  name: 'fonts',
  apply: 'build',
  generateBundle() {
    for (const name of fontPackages) {
      const licence = fileURLToPath(import.meta.resolve(`${name}/LICENSE`));
      const fileName = `assets/${name.split('/')[1]}-OFL.txt`;
      this.emitFile({ type: 'asset', fileName, source: readFileSync(licence) });
    }
  },
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => preloadedFonts.test(name))
        .sort()
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', href: `./${name}`, crossorigin: true },
          injectTo: 'head' as const,
        })),
  },
};

export default defineConfig({
  plugins: [react(), foliate, frameWithoutScrollLock, fonts, blockingScript('src/app/first.ts')],
  // Relative URLs: the server's <base> element defines the path.
  base: './',
  worker: { format: 'es' },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    manifest: true,
  },
});
