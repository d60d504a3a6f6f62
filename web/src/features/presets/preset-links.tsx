// The presets in the navigation, pinned presets first.
import { IconBookmark, IconPinFilled } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { toSideLink } from '../../ui/side-link.tsx';
import { PresetLink } from './preset-link.tsx';
import { presets, toSearch, toSorted } from './queries.ts';

/** Maximum number, so that the rest of the navigation stays in reach. */
const shown = 12;

export function PresetLinks() {
  const { data } = useQuery(presets);
  const { pathname, search } = useLocation();
  return toSorted(data ?? [])
    .slice(0, shown)
    .map((preset) => {
      const wanted: Record<string, unknown> = toSearch(preset);
      const here: Record<string, unknown> = search;
      const isHere =
        pathname === `/${preset.scope === 'search' ? 'search' : preset.target}` &&
        ['library', 'q', 'filter', 'sort'].every(
          (name) => JSON.stringify(wanted[name]) === JSON.stringify(here[name]),
        );
      return (
        <PresetLink
          key={preset.id}
          preset={preset}
          {...toSideLink({
            label: preset.name,
            icon: preset.pinned ? <IconPinFilled size={18} /> : <IconBookmark size={18} />,
            isCurrent: isHere,
          })}
        />
      );
    });
}
