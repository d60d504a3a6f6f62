// Packs with 7-Zip what our own maker cannot pack.
import { createSevenZip } from '../archive-reader.ts';

/** A zip with one entry `1.png` of the content, packed by 7-Zip's name of a method (`Deflate64`, `PPMd`, …). */
export async function packWithSevenZip(content: Uint8Array, method: string): Promise<Buffer> {
  const sevenZip = await createSevenZip();
  sevenZip.FS.writeFile('1.png', content);
  sevenZip.callMain(['a', '-tzip', `-mm=${method}`, 'out.zip', '1.png']);
  return Buffer.from(sevenZip.FS.readFile('out.zip'));
}
