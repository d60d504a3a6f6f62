// Sizes for people: one decimal and a unit.

const units = ['B', 'KB', 'MB', 'GB', 'TB', 'PB'];

/** `0.0 B`, `1.5 MB`; a unit is 1,024 of the one before. */
export function toHumanSize(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1023.95 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return `${value.toFixed(1)} ${units[unit]}`;
}
