// Implements the rule that unspecified metadata is absent.

/** A type whose optional members may be undefined. */
type Loose<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

/** Returns a copy of `value` without undefined members and empty lists. */
export function toDefined<T extends object>(value: Loose<T>): T;
export function toDefined(value: object): object {
  const defined: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || (Array.isArray(member) && member.length === 0)) continue;
    defined[key] = member;
  }
  return defined;
}
