// `npm run bench -- web`: sizes of the client files that browsers fetch, time to the first paint, and response times.
import { launchChromium } from '../../../e2e/src/harness/browser/chromium.ts';
import { drawCovers } from '../books/covers.ts';
import { addLibrary, scan, settle } from '../program/library.ts';
import { aFolder, removeFolder, startProgram } from '../program/program.ts';
import { measureGrid } from './grid.ts';
import { measureHome } from './home.ts';
import { measureJourney } from './journey.ts';
import { drawBook, measurePageTurns } from './page-turns.ts';
import { weighScripts } from './scripts.ts';
import { measureScrolling } from './scrolling.ts';

export async function benchWeb(): Promise<void> {
  weighScripts();
  const dataDir = aFolder();
  const browser = await launchChromium();
  try {
    const program = await startProgram(dataDir);
    for (const [name, folder] of Object.entries({
      Covers: await drawCovers(browser),
      Pages: await drawBook(browser),
    })) {
      const { id } = await addLibrary(program, folder, name);
      await scan(program, id);
    }
    await settle(program);
    await measureHome(browser, program);
    await measureGrid(browser, program);
    await measureScrolling(browser, program);
    await measureJourney(browser, program);
    await measurePageTurns(browser, program);
    await program.stop();
  } finally {
    await browser.close();
    removeFolder(dataDir);
  }
}
