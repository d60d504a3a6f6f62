// Until an account exists, the first caller would own the server. Callers from another machine therefore have to send a
// code that the server's terminal and log show, and requests to unconfigured host names are rejected (DNS rebinding).
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Accounts } from '#features/identity/users/index.ts';
import { Problem, reason } from '#infrastructure/errors.ts';
import type { CallRequest } from '#infrastructure/http/routes/implement.ts';
import { makeReadableCode } from '#infrastructure/text/readable-code.ts';

interface FirstRunDependencies {
  accounts: Accounts;
  /** Shared by all processes of one database. */
  secret: string;
}

export class FirstRun {
  readonly #deps: FirstRunDependencies;
  readonly #code: string;
  #hasUser = false;

  constructor(deps: FirstRunDependencies) {
    this.#deps = deps;
    this.#code = toCode(deps.secret);
  }

  /** The code for the terminal; undefined if a user exists. */
  async findCode(): Promise<string | undefined> {
    return (await this.#findUser()) ? undefined : this.#code;
  }

  /** Returns whether this caller has to send the code. */
  needsCode(request: CallRequest): boolean {
    return !request.isLocal();
  }

  /** Throws `forbidden` if the required code is missing or wrong. */
  check(given: string | undefined, request: CallRequest): void {
    if (request.isLocal() || (given !== undefined && isSame(given, this.#code))) return;
    const why = reason(given === undefined ? 'setup_code_needed' : 'setup_code_wrong');
    throw new Problem('forbidden', why, { details: { reason: 'setup_code' } });
  }

  /** Returns whether a user exists; synchronously if that is known. */
  isOver(): true | Promise<boolean> {
    return this.#hasUser ? true : this.#findUser();
  }

  async #findUser(): Promise<boolean> {
    this.#hasUser ||= await this.#deps.accounts.hasAny();
    return this.#hasUser;
  }
}

/** Derived from the secret: equal in every process of one database, and unknown to others. */
function toCode(secret: string): string {
  const bytes = createHmac('sha256', secret).update('setup code').digest().values();
  return makeReadableCode((below) => (bytes.next().value ?? 0) % below);
}

/** Ignores case, spaces and hyphens. */
function isSame(given: string, code: string): boolean {
  const plain = (text: string) => Buffer.from(text.toLowerCase().replace(/[^a-z0-9]/g, ''));
  const a = plain(given);
  const b = plain(code);
  return a.length === b.length && timingSafeEqual(a, b);
}
