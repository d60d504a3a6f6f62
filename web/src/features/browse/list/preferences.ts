// The appearance of lists on this device: covers or rows, size, columns, sort order.
import type { ConditionTarget } from '@lectern/contract/conditions/fields';
import { useLocalStorage } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { me } from '../../../api/queries.ts';
import { type View, views } from '../search.ts';
import { type ColumnName, columnNames, defaultColumns } from './column-names.ts';

export interface Preferences {
  view: View;
  /** Index in `coverWidths`. */
  size: number;
  columns: ColumnName[];
  /** Undefined for the default order. */
  sort?: string;
}

/** Minimum cover widths in pixels. */
export const coverWidths = [76, 100, 132, 180, 250];
/** On a phone, three covers fit next to the letter index. Wide screens show larger covers. */
function defaultSize(): number {
  if (window.innerWidth < 600) return 1;
  return window.innerWidth < 1920 ? 2 : 3;
}

function toPreferences(target: ConditionTarget, stored: unknown): Preferences {
  const { view, size, columns, sort }: Partial<Record<keyof Preferences, unknown>> =
    typeof stored === 'object' && stored !== null ? stored : {};
  const known = Array.isArray(columns)
    ? columnNames[target].filter((name) => columns.includes(name))
    : defaultColumns[target];
  return {
    view: views.find((one) => one === view) ?? 'grid',
    size: typeof size === 'number' && coverWidths[size] !== undefined ? size : defaultSize(),
    columns: known,
    ...(typeof sort === 'string' && { sort }),
  };
}

const readJson = (text: string | undefined): unknown => {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
};

export function usePreferences(
  target: ConditionTarget,
): [Preferences, (change: Partial<Preferences>) => void] {
  const { data: user } = useQuery(me);
  const [stored, setKept] = useLocalStorage<Preferences>({
    key: `lectern.list.${target}.${user?.id ?? ''}`,
    getInitialValueInEffect: false,
    defaultValue: toPreferences(target, undefined),
    deserialize: (text) => toPreferences(target, readJson(text)),
  });
  return [stored, (change) => setKept((before) => ({ ...before, ...change }))];
}
