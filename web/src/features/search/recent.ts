// The recent searches on this device, the latest first.
const key = 'lectern.searches';
const maxRecent = 8;

export function listRecent(): string[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(all) ? all.filter((one) => typeof one === 'string').slice(0, maxRecent) : [];
  } catch {
    return [];
  }
}

const write = (all: string[]): void => {
  try {
    localStorage.setItem(key, JSON.stringify(all));
  } catch {
    // Storage is blocked.
  }
};

export function addRecent(q: string): void {
  const trimmed = q.trim();
  if (trimmed) write([trimmed, ...listRecent().filter((one) => one !== trimmed)].slice(0, maxRecent));
}

export const forgetRecent = (): void => write([]);
