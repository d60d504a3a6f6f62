// Takes off the separators that are left where a number or a bracket stood.

const leading = ' -–—‐―−,:;~|+&_.)=・';
const trailing = ' -–—‐―−,:;~|+&_=・';

/** `keepStart` for the beginning of a name, where signs belong to it (".hack", "+Anima"). Linear. */
export function trimSeparators(text: string, keepStart = false): string {
  let start = 0;
  let end = text.length;
  while (end > 0 && trailing.includes(text[end - 1] ?? '')) end -= 1;
  if (!keepStart) while (start < end && leading.includes(text[start] ?? '')) start += 1;
  return text.slice(start, end).trim();
}
