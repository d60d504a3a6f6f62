// While nobody has an account, whoever comes first would own the server: from elsewhere than this machine they have to
// know a code that its terminal and log show, and names that nobody configured are not answered (DNS rebinding).
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '#features/identity/users/index.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import type { CallRequest } from '#infrastructure/http/implement.ts';
import { makeReadableCode } from '#infrastructure/text/readable-code.ts';

export interface FirstRun {
  /** What the terminal shows; undefined once there is a user. */
  findCode(): Promise<string | undefined>;
  /** Whether this caller has to give the code. */
  needsCode(request: CallRequest): boolean;
  /** Throws `forbidden` when the caller has to give the code and did not. */
  check(code: string | undefined, request: CallRequest): void;
  /** Whether there is a user: at once where that is known. */
  isOver(): true | Promise<boolean>;
}

interface FirstRunDependencies {
  accounts: Pick<Accounts, 'hasAny'>;
  /** That all processes of one database share. */
  secret: string;
}

export function createFirstRun({ accounts, secret }: FirstRunDependencies): FirstRun {
  const code = toCode(secret);
  let hasUser = false;

  async function look(): Promise<boolean> {
    hasUser ||= await accounts.hasAny();
    return hasUser;
  }

  return {
    findCode: async () => ((await look()) ? undefined : code),
    needsCode: (request) => !request.isLocal(),
    check(given, request) {
      if (request.isLocal() || (given !== undefined && isSame(given, code))) return;
      const why = reason(given === undefined ? 'setup_code_needed' : 'setup_code_wrong');
      throw new Problem('forbidden', why, { details: { reason: 'setup_code' } });
    },
    isOver: () => (hasUser ? true : look()),
  };
}

/** The same in every process of one database, and known to those alone. */
function toCode(secret: string): string {
  const bytes = createHmac('sha256', secret).update('setup code').digest().values();
  return makeReadableCode((below) => (bytes.next().value ?? 0) % below);
}

/** However it is written: with capitals, blanks or without lines between the groups. */
function isSame(given: string, code: string): boolean {
  const plain = (text: string) => Buffer.from(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const [a, b] = [plain(given), plain(code)];
  return a.length === b.length && timingSafeEqual(a, b);
}
