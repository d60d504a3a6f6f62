// Values and locks of a client that decides per field what it locks, as clients of the compatibility API do. Pure.
import { isSameJson } from '#infrastructure/equality.ts';
import { applyLocks, type Layers, type Locks } from './layers.ts';
import { isNothing, type Provided } from './provided.ts';

export interface ClientValues<Patch, Field extends string> {
  /** Null and empty lists clear a field. */
  patch: Patch;
  /** Fields that follow providers and files again. */
  resets: readonly Field[];
  /** Omitted fields keep their lock. */
  locks: Locks<Field>;
  /** Name of the client. It is the provider of unlocked values. */
  client: string;
}

interface ClientChange<Field extends string> extends Omit<ClientValues<never, Field>, 'patch'> {
  /** The patch, completed by toEdits. */
  given: Partial<Record<Field, unknown>>;
  fields: readonly Field[];
  nowMs: number;
}

/**
 * A locked value becomes an edit. An unlocked value is stored as that of a provider: scans keep it, and edits take
 * precedence. Returns undefined when nothing changes.
 */
export function applyClientValues<
  Field extends string,
  Values,
  Edits extends Partial<Record<Field, unknown>>,
>(
  current: Record<Field, Values>,
  layers: Layers<Edits, Field>,
  { given, resets, locks: wanted, client, fields, nowMs }: ClientChange<Field>,
): Layers<Edits, Field> | undefined {
  const written = fields.filter((field) => given[field] !== undefined || resets.includes(field));
  const locked = written.filter(
    (field) => !resets.includes(field) && (wanted[field] ?? layers.locks[field] ?? false),
  );
  const edits = { ...layers.edits };
  const locks = { ...layers.locks };
  const others = { ...wanted };
  for (const field of written) {
    delete edits[field];
    delete locks[field];
    delete others[field];
  }
  const unlocked = written.filter((field) => !locked.includes(field));
  const next = {
    edits: { ...edits, ...Object.fromEntries(locked.map((field) => [field, given[field]])) },
    locks: { ...locks, ...Object.fromEntries(locked.map((field) => [field, true])) },
    provided: provide(layers.provided, { given, written, unlocked, client, nowMs }),
  };
  const changed = applyLocks(current, next, { wanted: others, fields }) ?? next;
  return isSameJson(changed, layers) ? undefined : changed;
}

/** Package names, which identify other providers, contain no colon. */
const clientPrefix = 'client:';

export const isOfClient = ({ provider }: Provided): boolean => provider.startsWith(clientPrefix);

interface Unlocked<Field extends string> extends Pick<ClientChange<Field>, 'given' | 'client' | 'nowMs'> {
  written: readonly Field[];
  unlocked: readonly Field[];
}

/** The client comes first, because it wrote last. Values that stay the same keep their time. */
function provide<Field extends string>(
  provided: readonly Provided[],
  { given, written, unlocked, client, nowMs }: Unlocked<Field>,
): Provided[] {
  const provider = `${clientPrefix}${client}`;
  const before = provided.find((one) => one.provider === provider);
  const values = { ...before?.values };
  for (const field of written) delete values[field];
  for (const field of unlocked) {
    const value = given[field];
    const known = before?.values[field];
    if (!isNothing(value))
      values[field] = known && isSameJson(known.value, value) ? known : { value, at: nowMs };
  }
  const others = provided.filter((one) => one !== before);
  if (Object.keys(values).length === 0) return others;
  if (before && isSameJson(before.values, values)) return [...provided];
  const source = { provider, name: client, externalId: client, externalUrl: null };
  const times = { takenAt: before?.takenAt ?? nowMs, refreshedAt: nowMs };
  return [{ ...source, fields: null, values, dropped: [], ...times }, ...others];
}
