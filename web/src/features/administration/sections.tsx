// The pages of administration, and which permissions lead to each: any of them does.
import type { Permission } from '@lectern/contract/permissions';
import {
  IconActivity,
  IconAlertTriangle,
  IconBooks,
  IconCopy,
  IconDatabaseExport,
  IconFileTypePdf,
  IconKey,
  IconListCheck,
  IconServer,
  IconSettings,
  IconTags,
  IconUsers,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import type { Section } from '../../ui/manage/sections.tsx';
import type { en } from './words/en.ts';

interface Known {
  path: string;
  to: Section['to'];
  label: keyof typeof en;
  about: keyof typeof en;
  icon: ReactNode;
  needs: readonly Permission[];
}

const of = (
  path: string,
  [label, about]: [label: keyof typeof en, about: keyof typeof en],
  { icon, needs }: Pick<Known, 'icon' | 'needs'>,
): Known => ({ path, to: `/administration/${path}` as Section['to'], label, about, icon, needs });

export const sections: readonly Known[] = [
  of('libraries', ['libraries', 'librariesAbout'], {
    icon: <IconBooks size={18} />,
    needs: ['libraries:write', 'libraries:delete'],
  }),
  of('users', ['users', 'usersAbout'], { icon: <IconUsers size={18} />, needs: ['users:read'] }),
  of('sharing-tags', ['sharingTags', 'sharingTagsAbout'], {
    icon: <IconTags size={18} />,
    needs: ['users:read'],
  }),
  of('api-keys', ['apiKeys', 'apiKeysAbout'], { icon: <IconKey size={18} />, needs: ['users:read'] }),
  of('tasks', ['tasks', 'tasksAbout'], {
    icon: <IconListCheck size={18} />,
    needs: ['tasks:read', 'system:admin'],
  }),
  of('book-errors', ['bookErrors', 'bookErrorsAbout'], {
    icon: <IconAlertTriangle size={18} />,
    needs: ['books:write'],
  }),
  of('duplicates', ['duplicates', 'duplicatesAbout'], {
    icon: <IconCopy size={18} />,
    needs: ['books:write'],
  }),
  of('pdf-cache', ['pdfCache', 'pdfCacheAbout'], {
    icon: <IconFileTypePdf size={18} />,
    needs: ['system:admin'],
  }),
  of('settings', ['settings', 'settingsAbout'], {
    icon: <IconSettings size={18} />,
    needs: ['settings:read'],
  }),
  of('activity', ['activity', 'activityAbout'], {
    icon: <IconActivity size={18} />,
    needs: ['system:admin'],
  }),
  of('backup', ['backup', 'backupAbout'], {
    icon: <IconDatabaseExport size={18} />,
    needs: ['system:admin'],
  }),
  of('server', ['server', 'serverAbout'], { icon: <IconServer size={18} />, needs: ['system:health'] }),
];

/** Those that the signed-in person may open; none for most people. */
export function useSections(): readonly Known[] {
  const hasPermission = usePermission();
  return sections.filter(({ needs }) => hasPermission(...needs));
}

/** The one that an address belongs to. */
export const findSection = (pathname: string): Known | undefined =>
  sections.find(({ path }) => pathname.split('/administration/')[1]?.split('/')[0] === path);
