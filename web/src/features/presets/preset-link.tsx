// A link to the results of a preset.
import type { FilterPreset } from '@lectern/contract/reading/filter-presets';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { toSearch } from './queries.ts';

interface Props {
  preset: FilterPreset;
  className?: string;
  children: ReactNode;
}

export function PresetLink({ preset, ...rest }: Props) {
  const search = toSearch(preset);
  if (preset.scope === 'search') return <Link to="/search" search={search} {...rest} />;
  return <Link to={preset.target === 'series' ? '/series' : '/books'} search={search} {...rest} />;
}
