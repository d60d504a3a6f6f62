// KOReader's progress sync at /koreader.
import type { Socket } from 'node:net';
import type { Koreader } from '#features/devices/koreader/index.ts';
import type { VerifyDigest } from '#features/identity/auth/index.ts';
import { answer } from '#infrastructure/http/routes/answers.ts';
import { implement } from '#infrastructure/http/routes/implement.ts';
import type { Surface } from '#infrastructure/http/routes/surface.ts';
import { readUpdate, refusals, toAnswer, toKoreaderError, toSeconds } from './messages.ts';
import { koreaderCalls } from './routes.ts';

const maxLoginLength = 320;

/** Header fields are decoded as Latin-1, but KOReader sends user names in UTF-8. */
function decodeName(header: string): string {
  const text = Buffer.from(header, 'latin1').toString('utf8');
  return text.includes('\ufffd') ? header : text;
}

/** A signal that aborts when the client disconnects. */
function watch(socket: Socket): { signal(): AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort();
  return {
    signal() {
      socket.once('close', abort);
      return controller.signal;
    },
    end: () => void socket.off('close', abort),
  };
}

export function createKoreaderSurface(
  koreader: Koreader,
  verifyDigest: VerifyDigest,
  isEnabled: () => boolean,
): Surface {
  const { positions } = koreader;
  return {
    name: 'koreader',
    path: () => (isEnabled() ? '/koreader' : undefined),
    authenticate({ id, ip, headers, raw }) {
      const { 'x-auth-user': login, 'x-auth-key': key } = headers;
      if (typeof login !== 'string' || login === '' || login.length > maxLoginLength) return undefined;
      if (typeof key !== 'string' || !/^[0-9a-f]{32}$/i.test(key)) return undefined;
      const digest = key.toLowerCase();
      const { signal, end } = watch(raw.socket);
      const viewer = verifyDigest(
        { id, ip, headers, signal },
        { login: decodeName(login), digest, isRight: (account) => koreader.isRight(account.id, digest) },
      );
      return viewer instanceof Promise ? viewer.finally(end) : viewer;
    },
    toError: toKoreaderError,
    routes: implement(koreaderCalls, {
      register: () => answer(refusals.closed, { status: 402 }),
      signIn: () => ({ authorized: 'OK' as const }),
      async write({ viewer, body }) {
        const update = readUpdate(body);
        if (typeof update === 'string') return answer(refusals[update], { status: 403 });
        const { document, position } = update;
        return { document, timestamp: toSeconds(await positions.write(viewer, document, position)) };
      },
      unnamed: () => answer(refusals.noDocument, { status: 403 }),
      async read({ viewer, params: { document } }) {
        const position = await positions.find(viewer, document);
        return position ? toAnswer(document, position) : {};
      },
      health: () => ({ state: 'OK' as const }),
    }),
  };
}
