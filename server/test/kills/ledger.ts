// What a server has said yes to: facts by name, each with the values that it may have after a sudden end.
import { isDeepStrictEqual } from 'node:util';

interface Fact {
  /** What was acknowledged last; undefined is absence. */
  value: unknown;
  /** What was sent and not acknowledged: it may have been done. */
  maybe: unknown[];
  /** Asks the server for the value. */
  read(): Promise<unknown>;
}

interface Write {
  name: string;
  value: unknown;
  read(): Promise<unknown>;
  /** Throws when the server did not say yes. */
  send(): Promise<unknown>;
}

export interface Ledger {
  /** Acknowledged writes so far. */
  readonly writes: number;
  readonly facts: number;
  find(name: string): Fact | undefined;
  write(write: Write): Promise<void>;
  /** A fact whose name was known only when it was acknowledged. */
  note(name: string, value: unknown, read: () => Promise<unknown>): void;
  /** Facts that are not what they may be, as sentences. What may have been is from now on what is. */
  verify(): Promise<string[]>;
}

export function createLedger(): Ledger {
  const facts = new Map<string, Fact>();
  let writes = 0;
  return {
    get writes() {
      return writes;
    },
    get facts() {
      return facts.size;
    },
    find: (name) => facts.get(name),
    async write({ name, value, read, send }) {
      // What was there before anybody wrote is a fact, too.
      const fact = facts.get(name) ?? { value: await read(), maybe: [], read };
      facts.set(name, fact);
      fact.maybe.push(value);
      await send();
      writes++;
      fact.value = value;
      fact.maybe = [];
    },
    note(name, value, read) {
      writes++;
      facts.set(name, { value, maybe: [], read });
    },
    async verify() {
      const wrong: string[] = [];
      for (const [name, fact] of facts) {
        const found = await fact.read();
        const isAllowed = [fact.value, ...fact.maybe].some((one) => isDeepStrictEqual(one, found));
        if (!isAllowed) {
          const wanted = JSON.stringify([fact.value, ...fact.maybe]);
          wrong.push(`${name} is ${JSON.stringify(found)}, not one of ${wanted}`);
        }
        if (found === undefined && fact.value === undefined) facts.delete(name);
        else Object.assign(fact, { value: found, maybe: [] });
      }
      return wrong;
    },
  };
}
