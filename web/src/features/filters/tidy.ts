// Writes a stored condition as the filter model would (model.ts), in its shortest form, without reading it: links to
// presets are on every page, and the parser is not needed to draw them. What is no condition stays as it is.
import { isRecord } from '@lectern/contract/records';
import type { Filter } from './model.ts';

/** Name and content of the only property; undefined where there are none, or more. */
function findOnly(json: unknown): [name: string, content: unknown] | undefined {
  const [entry, ...others] = isRecord(json) ? Object.entries(json) : [];
  return others.length === 0 ? entry : undefined;
}

/** Twice negated is not negated, and operators come first. */
function tidyPart(json: unknown): unknown {
  const [name, content] = findOnly(json) ?? [];
  if (name === undefined) return json;
  if (Array.isArray(content)) return { [name]: content.map(tidyPart) };
  if (name === 'not') {
    const [inner, of] = findOnly(content) ?? [];
    return inner === 'not' ? tidyPart(of) : { not: tidyPart(content) };
  }
  return isRecord(content) && 'operator' in content
    ? { [name]: { operator: content.operator, ...content } }
    : json;
}

function shorten(json: unknown): unknown {
  const [name, content] = findOnly(json) ?? [];
  if (!Array.isArray(content)) return json;
  if (name === 'allOf' && content.length === 0) return undefined;
  return content.length === 1 ? shorten(content[0]) : json;
}

/** The condition; undefined where everything matches. */
export function tidyFilter(json: Filter | undefined): Filter | undefined {
  const tidied = shorten(tidyPart(json));
  return isRecord(tidied) ? tidied : undefined;
}
