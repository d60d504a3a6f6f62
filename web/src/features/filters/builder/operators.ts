// The operators that the builder offers for a rule.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { listOperators, type Rule } from '../model.ts';
import { isNegative } from '../pieces/negation.ts';

type Choice = Pick<Rule, 'operator' | 'isNegated'>;

/** Operators without an opposite. Their negation is a separate choice. */
const withNegation = new Set(['beginsWith', 'endsWith']);

export const toKey = ({ operator, isNegated }: Choice): string => (isNegated ? `not ${operator}` : operator);

/** In a negated group, negative operators are offered only if the rule has one already. */
export function listChoices(target: ConditionTarget, rule: Rule, isInNegated: boolean): Choice[] {
  const choices = listOperators(target, rule.field).flatMap((operator): Choice[] => [
    { operator, isNegated: false },
    ...(withNegation.has(operator) ? [{ operator, isNegated: true }] : []),
  ]);
  const offered = choices.filter((one) => !isInNegated || !isNegative({ ...rule, ...one }));
  const { operator, isNegated } = rule;
  return offered.some((one) => toKey(one) === toKey(rule)) ? offered : [...offered, { operator, isNegated }];
}
