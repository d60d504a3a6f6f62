// Simplifies negations: "Genre is Horror" instead of "not (Genre is not Horror)". Uses no browser API.
import { isKeyOf } from '@lectern/contract/records';
import type { Group, Part, Rule } from '../model.ts';

/** Pairs of operators that are exact opposites (server/src/catalog/conditions/comparisons.ts). */
const pairs = [
  ['is', 'isNot'],
  ['in', 'notIn'],
  ['contains', 'doesNotContain'],
  ['isNotNull', 'isNull'],
  ['eq', 'ne'],
  ['inTheLast', 'notInTheLast'],
  ['isTrue', 'isFalse'],
] as const;

const opposites: Readonly<Record<string, string>> = Object.fromEntries(
  pairs.flatMap(([one, other]) => [
    [one, other],
    [other, one],
  ]),
);
const negative = new Set<string>(pairs.map(([, other]) => other));

export const isNegative = (part: Part): boolean =>
  part.isNegated || (part.kind === 'rule' && negative.has(part.operator));

const turn = <P extends Part>(part: P): P => ({ ...part, isNegated: !part.isNegated });

/** The same condition with the fewest possible negations. */
export const toPlain = (part: Part): Part => (part.kind === 'rule' ? toPlainRule(part) : toPlainGroup(part));

function toPlainRule(rule: Rule): Rule {
  if (!rule.isNegated || !isKeyOf(opposites, rule.operator)) return rule;
  return { ...rule, isNegated: false, operator: opposites[rule.operator] ?? rule.operator };
}

function toPlainGroup(group: Group): Part {
  const [only, ...others] = group.of;
  if (only && others.length === 0) return toPlain(group.isNegated ? turn(only) : only);
  const of = group.of.map(toPlain);
  if (!group.isNegated || of.length === 0 || !of.every(isNegative)) return { ...group, of };
  const match = group.match === 'all' ? 'any' : 'all';
  return { ...group, isNegated: false, match, of: of.map((one) => toPlain(turn(one))) };
}
