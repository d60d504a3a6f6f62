// Sizes as the clients show them.
const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB'];

/** `12.3 MiB`, `512 B`. */
export function toSize(bytes: number): string {
  let [value, unit] = [Math.max(0, bytes), 0];
  while (value >= 1024 && unit < units.length - 1) [value, unit] = [value / 1024, unit + 1];
  return unit === 0 ? `${Math.round(value)} B` : `${value.toFixed(1)} ${units[unit]}`;
}
