// Conditions as clients send them: `{"allOf": […]}`, `{"anyOf": […]}` or one leaf `{"genre": {"operator": "is",
// "value": "Drama"}}`. The only known key of a node determines its meaning. Unknown keys are ignored, because clients
// in Kotlin add the name of their class (`"type": "AllOfSeries"`) to every node. Empty groups do not filter.
import type { Condition } from '@lectern/contract/conditions/conditions';
import { invalid } from '#infrastructure/errors.ts';
import { allOf, anyOf, type Target } from './build.ts';
import { type Leaf, leaves } from './leaves.ts';

const maxDepth = 20;
const maxNodes = 200;

/** Undefined without a filter. Throws a 400 error with the path of the issue. */
export function readCondition(target: Target, json: unknown): Condition | undefined {
  if (json === undefined || json === null) return undefined;
  let nodes = 0;
  return read(json, { path: 'condition', depth: 1 });

  function read(node: unknown, { path, depth }: { path: string; depth: number }): Condition | undefined {
    const refuse = (message: string) => invalid({ path, message });
    if (depth > maxDepth || ++nodes > maxNodes) throw refuse('The condition is too large');
    const entries = isObject(node) ? Object.entries(node) : [];
    const [entry, ...others] = entries.filter(([name]) => isKnown(target, name.toLowerCase()));
    if (others.length > 0) throw refuse('Use only one of allOf, anyOf or a field');
    if (!entry) {
      // Ignoring an unknown filter would return more than requested.
      const [stranger] = entries.find(([, value]) => typeof value === 'object' && value !== null) ?? [];
      if (stranger !== undefined) throw invalid({ path: `${path}.${stranger}`, message: 'Unknown field' });
      return undefined;
    }
    const [name, value] = entry;
    const key = name.toLowerCase();
    const at = `${path}.${name}`;
    if (isGroup(key)) {
      if (!Array.isArray(value)) throw invalid({ path: at, message: 'Enter a list of conditions.' });
      const parts = value.map((part, i) => read(part, { path: `${at}.${i}`, depth: depth + 1 }));
      return key === 'allof' ? allOf(parts) : anyOf(parts);
    }
    return leaves[target][key]?.(toLeaf(value, at), target);
  }
}

const isGroup = (key: string): boolean => key === 'allof' || key === 'anyof';
const isKnown = (target: Target, key: string): boolean => isGroup(key) || Object.hasOwn(leaves[target], key);

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function toLeaf(value: unknown, path: string): Leaf {
  if (!isObject(value)) throw invalid({ path, message: 'Enter an object with an operator.' });
  const given = new Map(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]));
  const operator = given.get('operator');
  if (typeof operator !== 'string') throw invalid({ path, message: 'Enter an operator' });
  return {
    operator: operator.toLowerCase(),
    value: given.get('value'),
    dateTime: given.get('datetime'),
    duration: given.get('duration'),
    path,
  };
}

/** Returns the condition of a list, and whether it includes deleted items. */
export function toVisibility(condition: Condition | undefined) {
  const includeDeleted = includesDeleted(condition);
  return { condition: includeDeleted ? condition : withoutDeleted(condition), includeDeleted };
}

/** Whether the condition explicitly includes deleted items; otherwise no list contains them. */
export function includesDeleted(condition: Condition | undefined): boolean {
  if (!condition) return false;
  switch (condition.kind) {
    case 'field':
      return condition.field === 'deleted' && condition.operator === 'isTrue';
    case 'not':
      return condition.of.kind !== 'field' && includesDeleted(condition.of);
    default:
      return condition.of.some(includesDeleted);
  }
}

/**
 * Removes conditions that only exclude deleted items. Most clients always send one, and the total of a list without
 * conditions is cached.
 */
function withoutDeleted(condition: Condition | undefined): Condition | undefined {
  if (condition === undefined || isNotDeleted(condition)) return undefined;
  if (condition.kind === 'allOf') return allOf(condition.of.map(withoutDeleted));
  return condition.kind === 'anyOf' && condition.of.some(isNotDeleted) ? undefined : condition;
}

function isNotDeleted(condition: Condition): boolean {
  if (condition.kind === 'not')
    return (
      condition.of.kind === 'field' && condition.of.field === 'deleted' && condition.of.operator === 'isTrue'
    );
  return condition.kind === 'field' && condition.field === 'deleted' && condition.operator === 'isFalse';
}

/** An id required for every row (`libraryId`, `seriesId`): lists of one library or series are faster. */
export function findOnly(condition: Condition | undefined, field: string): string | undefined {
  if (!condition) return undefined;
  if (condition.kind === 'allOf') {
    for (const part of condition.of) {
      const found = findOnly(part, field);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  const isIt = condition.kind === 'field' && condition.field === field && condition.operator === 'is';
  return isIt && condition.operand.form === 'text' ? condition.operand.value : undefined;
}

/** The remaining condition after the id from `findOnly` is applied separately. */
export function withoutOnly(condition: Condition | undefined, field: string): Condition | undefined {
  if (condition === undefined || findOnly(condition, field) === undefined) return condition;
  if (condition.kind !== 'allOf') return undefined;
  const at = condition.of.findIndex((part) => findOnly(part, field) !== undefined);
  return allOf(condition.of.map((part, i) => (i === at ? withoutOnly(part, field) : part)));
}
