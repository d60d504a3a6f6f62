// Normalizes a stored condition to the form that the filter model (model.ts) writes, without the parser: links to presets
// are on every page, and the parser is not loaded there. Keeps invalid conditions unchanged.
import { isRecord } from '@lectern/contract/records';
import type { Filter } from './model.ts';

/** Name and value of the only property. Undefined if there are none or several. */
function findOnly(json: unknown): [name: string, content: unknown] | undefined {
  const [entry, ...others] = isRecord(json) ? Object.entries(json) : [];
  return others.length === 0 ? entry : undefined;
}

/** Removes double negations, and writes operators first. */
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

/** The condition. Undefined if everything matches. */
export function tidyFilter(json: Filter | undefined): Filter | undefined {
  const tidied = shorten(tidyPart(json));
  return isRecord(tidied) ? tidied : undefined;
}
