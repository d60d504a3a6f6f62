// Removes the separators that remain around a removed number or bracket.

const leading = ' -–—‐―−,:;~|+&_.)=・';
const trailing = ' -–—‐―−,:;~|+&_=・';

/** `keepStart` keeps signs at the beginning of a name (".hack", "+Anima"). Takes linear time. */
export function trimSeparators(text: string, keepStart = false): string {
  let start = 0;
  let end = text.length;
  while (end > 0 && trailing.includes(text[end - 1] ?? '')) end -= 1;
  if (!keepStart) while (start < end && leading.includes(text[start] ?? '')) start += 1;
  return text.slice(start, end).trim();
}
