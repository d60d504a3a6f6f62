// Formats sizes with one decimal and a unit.

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** `0.0 B`, `1.5 MB`; each unit is 1,024 times the previous one. */
export function toHumanSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
