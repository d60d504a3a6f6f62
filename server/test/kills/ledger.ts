// Records the writes that a server has acknowledged: named facts, each with the values that are possible after a crash.
import { isDeepStrictEqual } from 'node:util';

interface Fact {
  /** The last acknowledged value. Undefined means absent. */
  value: unknown;
  /** Values that were sent without acknowledgment and may have been stored. */
  maybe: unknown[];
  /** Reads the value from the server. */
  read(): Promise<unknown>;
}

interface Write {
  name: string;
  value: unknown;
  read(): Promise<unknown>;
  /** Throws if the server did not acknowledge the write. */
  send(): Promise<unknown>;
}

export interface Ledger {
  /** Number of acknowledged writes. */
  readonly writes: number;
  readonly facts: number;
  find(name: string): Fact | undefined;
  write(write: Write): Promise<void>;
  /** Records a fact whose name is only known after acknowledgment. */
  note(name: string, value: unknown, read: () => Promise<unknown>): void;
  /** Returns a message for each fact with an impossible value. A possible value becomes the only expected one. */
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
      // A value that existed before the first write is also recorded.
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
          wrong.push(`${name} is ${JSON.stringify(found)}, expected one of ${wanted}`);
        }
        if (found === undefined && fact.value === undefined) facts.delete(name);
        else Object.assign(fact, { value: found, maybe: [] });
      }
      return wrong;
    },
  };
}
