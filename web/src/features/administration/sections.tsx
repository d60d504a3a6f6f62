// The pages of the administration, with the permissions of which any one opens the page.
import { administrationPermissions } from '@lectern/contract/system/administration-values';
import type { Permission } from '@lectern/contract/values';
import {
  IconActivity,
  IconAlertTriangle,
  IconBooks,
  IconCopy,
  IconDatabaseExport,
  IconDatabaseImport,
  IconFileText,
  IconFileTypePdf,
  IconKey,
  IconLayoutDashboard,
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

type Group = 'content' | 'people' | 'server' | 'tools';

interface AdministrationPage {
  path: string;
  /** Undefined for the first page, which is above the groups. */
  group: Group | undefined;
  to: Section['to'];
  label: MessageKey;
  about: MessageKey;
  icon: ReactNode;
  needs: readonly Permission[];
  /** Not in the menu: the server page links to it. */
  isDetail?: boolean;
}

const pageIn =
  (group: Group | undefined) =>
  (
    path: string,
    [label, about]: [label: MessageKey, about: MessageKey],
    { icon, needs, isDetail = false }: Pick<AdministrationPage, 'icon' | 'needs' | 'isDetail'>,
  ): AdministrationPage => ({
    path,
    group,
    to: `/administration/${path}` as Section['to'],
    label,
    about,
    icon,
    needs,
    isDetail,
  });

const first = pageIn(undefined);
const content = pageIn('content');
const people = pageIn('people');
const server = pageIn('server');
const tools = pageIn('tools');

export const sections: readonly AdministrationPage[] = [
  first('overview', ['administration.overview', 'administration.overviewAbout'], {
    icon: <IconLayoutDashboard size={18} />,
    needs: administrationPermissions,
  }),
  content('libraries', ['administration.libraries', 'administration.librariesAbout'], {
    icon: <IconBooks size={18} />,
    needs: ['libraries:write', 'libraries:delete'],
  }),
  content('matching', ['administration.matching', 'administration.matchingAbout'], {
    icon: <IconWorldSearch size={18} />,
    needs: ['series:write'],
  }),
  content('plugins', ['administration.plugins', 'administration.pluginsAbout'], {
    icon: <IconPlug size={18} />,
    needs: ['system:admin'],
  }),
  content('book-errors', ['administration.bookErrors', 'administration.bookErrorsAbout'], {
    icon: <IconAlertTriangle size={18} />,
    needs: ['books:write'],
  }),
  people('users', ['administration.users', 'administration.usersAbout'], {
    icon: <IconUsers size={18} />,
    needs: ['users:read'],
  }),
  people('sharing-tags', ['administration.sharingTags', 'administration.sharingTagsAbout'], {
    icon: <IconTags size={18} />,
    needs: ['users:read'],
  }),
  people('api-keys', ['administration.apiKeys', 'administration.apiKeysAbout'], {
    icon: <IconKey size={18} />,
    needs: ['users:read'],
  }),
  people('activity', ['administration.activity', 'administration.activityAbout'], {
    icon: <IconActivity size={18} />,
    needs: ['system:admin'],
  }),
  server('server', ['administration.server', 'administration.serverAbout'], {
    icon: <IconServer size={18} />,
    needs: ['system:health'],
  }),
  server('settings', ['administration.settings', 'administration.settingsAbout'], {
    icon: <IconSettings size={18} />,
    needs: ['settings:read'],
  }),
  server('mail', ['administration.mail', 'administration.mailAbout'], {
    icon: <IconMail size={18} />,
    needs: ['system:admin'],
  }),
  server('tasks', ['administration.tasks', 'administration.tasksAbout'], {
    icon: <IconListCheck size={18} />,
    needs: ['tasks:read', 'system:admin'],
  }),
  server('backup', ['administration.backup', 'administration.backupAbout'], {
    icon: <IconDatabaseExport size={18} />,
    needs: ['system:admin'],
  }),
  server('log', ['administration.log', 'administration.logAbout'], {
    icon: <IconFileText size={18} />,
    needs: ['system:admin'],
  }),
  server('pdf-cache', ['administration.pdfCache', 'administration.pdfCacheAbout'], {
    icon: <IconFileTypePdf size={18} />,
    needs: ['system:admin'],
    isDetail: true,
  }),
  tools('duplicates', ['administration.duplicates', 'administration.duplicatesAbout'], {
    icon: <IconCopy size={18} />,
    needs: ['books:write'],
  }),
  tools('trash', ['administration.trash', 'administration.trashAbout'], {
    icon: <IconTrash size={18} />,
    needs: ['files:manage'],
  }),
  tools('import', ['administration.import', 'administration.importAbout'], {
    icon: <IconDatabaseImport size={18} />,
    needs: ['system:admin'],
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
