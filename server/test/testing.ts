// Test helpers of the server for other packages: book generators, the corpus, and an API client.

export { makeThumbnail as drawThumbnail } from '@lectern/formats/image/convert';
export {
  type CorpusFacts,
  type CorpusFile,
  corpusPath,
  corpusRoot,
  hasCorpus,
  readCorpus,
  type SizeFact,
} from './corpus.ts';
export { type Answer, type Client, createClient } from './harness/client.ts';
export { makeFirstDatabase } from './harness/database-server/templates.ts';
export { findFreePort } from './harness/free-port.ts';
export { isQuiet } from './harness/is-quiet.ts';
export { countSeconds, readLoop, watchLoop } from './harness/load/loop-file.ts';
export { isRunning } from './harness/run/is-running.ts';
export { canMount, fillDisk, remount, tryMount, unmount } from './harness/run/mounts.ts';
export { listProcesses, runVariable } from './harness/run/run-guard.ts';
export { type FakeProvider, startFakeProvider } from './harness/sign-in-providers/fake-oidc-provider.ts';
export type { Victim } from './kills/aftermath.ts';
export { changePostgres, makeDatabase } from './kills/database.ts';
export { runKills } from './kills/rounds.ts';
export { faultPoints, runSteps, type StepFigures, type StepOptions } from './kills/steps.ts';
export { runWrites } from './kills/writes.ts';
export {
  makeCbr,
  makeCbt,
  makeCbz,
  makeDrawnCbz,
  makeEpub,
  makePage,
  makePdf,
  writeFiles,
} from './makers/books.ts';
export { page as makeXhtml } from './makers/epub.ts';
export { drawPage, makeImage, makeJxl, measureImage } from './makers/images.ts';
export { makeRar4 } from './makers/rar.ts';
export { packSevenZip } from './makers/seven-zip.ts';
export { makeTar } from './makers/tar.ts';
export { makeFictionBook } from './makers/texts/fb2.ts';
export { makeKf8, makeMobi } from './makers/texts/mobi.ts';
export { makeZip } from './makers/zip.ts';
export { goals as matchingGoals, type Half, rate, runTrials } from './matching/evaluate.ts';
export { makeCalibreDatabase } from './peers/calibre.ts';
export { codexId, makeCodexDatabase } from './peers/codex.ts';
export { kavitaPassword, makeKavitaDatabase } from './peers/kavita.ts';
export { aSmallKomga, komgaPassword, layOutKomga, makeKomgaDatabase } from './peers/komga.ts';
export { packPlugin } from './plugins/made-plugin.ts';
export { addPlugin, knowsSeries, searchSaying } from './plugins/plugin-calls.ts';
