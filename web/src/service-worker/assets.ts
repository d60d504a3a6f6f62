// Caches the scripts and styles of the client beyond the shell: as they are requested, and those of the readers all at
// once when a book is downloaded. Their names contain a hash, so they are never revalidated.
import { matchPrecache } from 'workbox-precaching';

interface Built {
  shell: readonly string[];
  readers: readonly string[];
  /** Fonts, character maps and decoders of PDFs. */
  pdfParts: readonly string[];
}

/** Parallel requests, as there are hundreds of small files. */
const concurrency = 6;

export function createAssets(base: string, { shell, readers, pdfParts }: Built) {
  const name = `lectern-parts ${base}`;
  const isShell = new Set(shell);
  /** Files of this version; those of others are deleted when it takes over. */
  const isOurs = new Set([...readers, ...pdfParts]);

  async function visit(request: Request): Promise<Response> {
    const cache = await caches.open(name);
    const known = await cache.match(request, { ignoreVary: true });
    if (known) return known;
    const response = await fetch(request);
    if (response.status === 200) await cache.put(request, response.clone());
    return response;
  }

  const open = async (request: Request) => (await matchPrecache(request.url)) ?? fetch(request);

  return {
    /** Undefined for what the shell or the server answers. */
    answer: (request: Request, path: string): Promise<Response> | undefined =>
      isShell.has(path) ? open(request) : path.startsWith('assets/') ? visit(request) : undefined,

    /** Throws when a file cannot be fetched. */
    async keepReaders({ withPdf }: { withPdf: boolean }): Promise<void> {
      const cache = await caches.open(name);
      const waiting = [...readers, ...(withPdf ? pdfParts : [])];
      const lane = async () => {
        for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
          const url = base + path;
          if (!(await cache.match(url, { ignoreVary: true }))) await cache.add(url);
        }
      };
      await Promise.all(Array.from({ length: concurrency }, lane));
    },

    /** Deletes the files of earlier versions, and what no reader needs, which is cached again on the next request. */
    async forgetOld(): Promise<void> {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!isOurs.has(new URL(request.url).pathname.slice(base.length))) await cache.delete(request);
    },
  };
}
