// Conditions in request bodies. The schema parses them; handlers receive the parsed form.
import { z } from 'zod';
import { jsonValue } from '../fields.ts';
import { because, toReason } from '../reasons.ts';
import { type Condition, maxConditionDepth, maxConditionNodes, parseCondition } from './conditions.ts';
import { describeCondition } from './description.ts';
import type { ConditionTarget } from './fields.ts';

/** Reports issues of a condition with paths below `at`. */
export function parseReported(
  target: ConditionTarget,
  json: unknown,
  { context, at = [] }: { context: z.RefinementCtx; at?: readonly string[] },
): Condition | undefined {
  const parsed = parseCondition(target, json);
  if ('condition' in parsed) return parsed.condition;
  for (const { path, ...why } of parsed.issues)
    context.addIssue({ code: 'custom', path: [...at, ...path], ...because(toReason(why)) });
  return undefined;
}

const ids: Record<ConditionTarget, string> = { series: 'SeriesCondition', books: 'BookCondition' };

const conditionSchema = (target: ConditionTarget) =>
  z
    .unknown()
    .transform((json, context) => parseReported(target, json, { context }) ?? z.NEVER)
    .meta({
      id: ids[target],
      ...describeCondition(target, {
        id: ids[target],
        maxDepth: maxConditionDepth,
        maxNodes: maxConditionNodes,
      }),
    });

export const seriesConditionSchema = conditionSchema('series');
export const bookConditionSchema = conditionSchema('books');

/** Stored condition: the original JSON and its parsed form. */
export interface KeptCondition {
  json: unknown;
  condition: Condition;
}

export const keptConditionSchema = (target: ConditionTarget) =>
  jsonValue
    .transform((json, context): KeptCondition => {
      const condition = parseReported(target, json, { context });
      return condition ? { json, condition } : z.NEVER;
    })
    .meta({ describedBy: toSchemaReference(target) });

/** Reference to the condition schema in the API description. */
export const toSchemaReference = (target: ConditionTarget) => ({
  $ref: `#/components/schemas/${ids[target]}`,
});
