// The pages of the administration, with the permissions of which any one opens the page.
import type { Permission } from '@lectern/contract/values';
import {
  IconActivity,
  IconAlertTriangle,
  IconBooks,
  IconCopy,
  IconDatabaseExport,
  IconDatabaseImport,
  IconFileTypePdf,
  IconKey,
  IconListCheck,
  IconMail,
  IconPlug,
  IconServer,
  IconSettings,
  IconTags,
  IconTrash,
  IconUsers,
  IconWorldSearch,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { usePermission } from '../../api/use-permission.ts';
import type { MessageKey } from '../../i18n/translate.ts';
import type { Section } from '../../ui/manage/sections.tsx';

interface AdministrationPage {
  path: string;
  to: Section['to'];
  label: MessageKey;
  about: MessageKey;
  icon: ReactNode;
  needs: readonly Permission[];
  /** Not in the menu: the server page links to it. */
  isDetail?: boolean;
}

const of = (
  path: string,
  [label, about]: [label: MessageKey, about: MessageKey],
  { icon, needs, isDetail = false }: Pick<AdministrationPage, 'icon' | 'needs' | 'isDetail'>,
): AdministrationPage => ({
  path,
  to: `/administration/${path}` as Section['to'],
  label,
  about,
  icon,
  needs,
  isDetail,
});

export const sections: readonly AdministrationPage[] = [
  of('libraries', ['administration.libraries', 'administration.librariesAbout'], {
    icon: <IconBooks size={18} />,
    needs: ['libraries:write', 'libraries:delete'],
  }),
  of('users', ['administration.users', 'administration.usersAbout'], {
    icon: <IconUsers size={18} />,
    needs: ['users:read'],
  }),
  of('sharing-tags', ['administration.sharingTags', 'administration.sharingTagsAbout'], {
    icon: <IconTags size={18} />,
    needs: ['users:read'],
  }),
  of('api-keys', ['administration.apiKeys', 'administration.apiKeysAbout'], {
    icon: <IconKey size={18} />,
    needs: ['users:read'],
  }),
  of('mail', ['administration.mail', 'administration.mailAbout'], {
    icon: <IconMail size={18} />,
    needs: ['system:admin'],
  }),
  of('tasks', ['administration.tasks', 'administration.tasksAbout'], {
    icon: <IconListCheck size={18} />,
    needs: ['tasks:read', 'system:admin'],
  }),
  of('book-errors', ['administration.bookErrors', 'administration.bookErrorsAbout'], {
    icon: <IconAlertTriangle size={18} />,
    needs: ['books:write'],
  }),
  of('duplicates', ['administration.duplicates', 'administration.duplicatesAbout'], {
    icon: <IconCopy size={18} />,
    needs: ['books:write'],
  }),
  of('matching', ['administration.matching', 'administration.matchingAbout'], {
    icon: <IconWorldSearch size={18} />,
    needs: ['series:write'],
  }),
  of('trash', ['administration.trash', 'administration.trashAbout'], {
    icon: <IconTrash size={18} />,
    needs: ['files:manage'],
  }),
  of('pdf-cache', ['administration.pdfCache', 'administration.pdfCacheAbout'], {
    icon: <IconFileTypePdf size={18} />,
    needs: ['system:admin'],
    isDetail: true,
  }),
  of('settings', ['administration.settings', 'administration.settingsAbout'], {
    icon: <IconSettings size={18} />,
    needs: ['settings:read'],
  }),
  of('activity', ['administration.activity', 'administration.activityAbout'], {
    icon: <IconActivity size={18} />,
    needs: ['system:admin'],
  }),
  of('backup', ['administration.backup', 'administration.backupAbout'], {
    icon: <IconDatabaseExport size={18} />,
    needs: ['system:admin'],
  }),
  of('import', ['administration.import', 'administration.importAbout'], {
    icon: <IconDatabaseImport size={18} />,
    needs: ['system:admin'],
  }),
  of('plugins', ['administration.plugins', 'administration.pluginsAbout'], {
    icon: <IconPlug size={18} />,
    needs: ['system:admin'],
  }),
  of('server', ['administration.server', 'administration.serverAbout'], {
    icon: <IconServer size={18} />,
    needs: ['system:health'],
  }),
];

/** The pages that the user may open. */
export function useSections(): readonly AdministrationPage[] {
  const hasPermission = usePermission();
  return sections.filter(({ needs }) => hasPermission(...needs));
}

/** The page for a path. */
export const findSection = (pathname: string): AdministrationPage | undefined =>
  sections.find(({ path }) => pathname.split('/administration/')[1]?.split('/')[0] === path);
