// The number of top-level parts of a filter.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { type Filter, readFilter, toParts } from './model.ts';

export const countFilters = (target: ConditionTarget, filter: Filter | undefined): number =>
  filter === undefined ? 0 : Math.max(1, toParts(readFilter(target, filter)).length);
