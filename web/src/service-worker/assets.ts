// Caches the scripts and styles of the client beyond the shell: on request, and all files of the readers when a book is
// downloaded. Their names contain a hash, so they are never revalidated.
import { matchPrecache } from 'workbox-precaching';

interface Built {
  shell: readonly string[];
  messages: readonly string[];
  readers: readonly string[];
  /** Fonts, character maps and decoders of PDFs. */
  pdfParts: readonly string[];
}

/** Number of parallel requests, for hundreds of small files. */
const concurrency = 6;

export function createAssets(base: string, { shell, messages, readers, pdfParts }: Built) {
  const name = `lectern-parts ${base}`;
  const isShell = new Set(shell);
  /** Files of this version. Files of other versions are deleted when it activates. */
  const isOurs = new Set([...messages, ...readers, ...pdfParts]);

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
    /** Undefined for requests that the shell or the server answers. */
    answer: (request: Request, path: string): Promise<Response> | undefined =>
      isShell.has(path) ? open(request) : path.startsWith('assets/') ? visit(request) : undefined,

    /** Throws if a file cannot be fetched. */
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

    /** Deletes files of earlier versions and files that no reader needs, which are cached again on request. */
    async forgetOld(): Promise<void> {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        if (!isOurs.has(new URL(request.url).pathname.slice(base.length))) await cache.delete(request);
    },
  };
}
