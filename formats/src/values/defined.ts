// The rule of metadata that what is not said is absent, as one function.

/** A type whose optional members may also be written as undefined. */
type Loose<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | undefined : T[K] };

/** A copy of `value` without the members that are undefined, empty lists included. */
export function toDefined<T extends object>(value: Loose<T>): T;
export function toDefined(value: object): object {
  const defined: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined || (Array.isArray(member) && member.length === 0)) continue;
    defined[key] = member;
  }
  return defined;
}
