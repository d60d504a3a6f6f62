// Routes of the administration.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';
import { readActivitySearch } from './activity/search.ts';

const frame = createRoute({
  getParentRoute: () => shell,
  path: '/administration',
  component: lazyRouteComponent(() => import('./administration-page.tsx'), 'AdministrationPage'),
});

const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});
const overview = createRoute({
  getParentRoute: () => frame,
  path: 'overview',
  component: lazyRouteComponent(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});
const libraries = createRoute({
  getParentRoute: () => frame,
  path: 'libraries',
  component: lazyRouteComponent(() => import('./libraries/libraries-page.tsx'), 'LibrariesPage'),
});
const library = createRoute({
  getParentRoute: () => frame,
  path: 'libraries/$id',
  component: lazyRouteComponent(() => import('./libraries/library-page.tsx'), 'LibraryPage'),
});
const scanHistory = createRoute({
  getParentRoute: () => frame,
  path: 'libraries/$id/scans',
  component: lazyRouteComponent(() => import('./libraries/scan-history-page.tsx'), 'ScanHistoryPage'),
});
const users = createRoute({
  getParentRoute: () => frame,
  path: 'users',
  component: lazyRouteComponent(() => import('./users/users-page.tsx'), 'UsersPage'),
});
const user = createRoute({
  getParentRoute: () => frame,
  path: 'users/$id',
  component: lazyRouteComponent(() => import('./users/user-page.tsx'), 'UserPage'),
});
const userView = createRoute({
  getParentRoute: () => frame,
  path: 'users/$id/view',
  component: lazyRouteComponent(() => import('./users/view-page.tsx'), 'UserViewPage'),
});
const sharingTags = createRoute({
  getParentRoute: () => frame,
  path: 'sharing-tags',
  component: lazyRouteComponent(() => import('./sharing-tags/sharing-tags-page.tsx'), 'SharingTagsPage'),
});
const apiKeys = createRoute({
  getParentRoute: () => frame,
  path: 'api-keys',
  component: lazyRouteComponent(() => import('./api-keys/api-keys-page.tsx'), 'ApiKeysPage'),
});
const mail = createRoute({
  getParentRoute: () => frame,
  path: 'mail',
  component: lazyRouteComponent(() => import('./mail/mail-page.tsx'), 'MailPage'),
});
const tasks = createRoute({
  getParentRoute: () => frame,
  path: 'tasks',
  component: lazyRouteComponent(() => import('./tasks/tasks-page.tsx'), 'TasksPage'),
});
const bookErrors = createRoute({
  getParentRoute: () => frame,
  path: 'book-errors',
  component: lazyRouteComponent(() => import('./book-errors/book-errors-page.tsx'), 'BookErrorsPage'),
});
const duplicates = createRoute({
  getParentRoute: () => frame,
  path: 'duplicates',
  component: lazyRouteComponent(() => import('./duplicates/duplicates-page.tsx'), 'DuplicatesPage'),
});
const trash = createRoute({
  getParentRoute: () => frame,
  path: 'trash',
  component: lazyRouteComponent(() => import('./trash/trash-page.tsx'), 'TrashPage'),
});
const pdfCache = createRoute({
  getParentRoute: () => frame,
  path: 'pdf-cache',
  component: lazyRouteComponent(() => import('./pdf-cache/pdf-cache-page.tsx'), 'PdfCachePage'),
});
const settings = createRoute({
  getParentRoute: () => frame,
  path: 'settings',
  component: lazyRouteComponent(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});
const activity = createRoute({
  getParentRoute: () => frame,
  path: 'activity',
  validateSearch: readActivitySearch,
  component: lazyRouteComponent(() => import('./activity/activity-page.tsx'), 'ActivityPage'),
});
const backup = createRoute({
  getParentRoute: () => frame,
  path: 'backup',
  component: lazyRouteComponent(() => import('./backup/backup-page.tsx'), 'BackupPage'),
});
const moving = createRoute({
  getParentRoute: () => frame,
  path: 'import',
  component: lazyRouteComponent(() => import('./import/import-page.tsx'), 'ImportPage'),
});
const plugins = createRoute({
  getParentRoute: () => frame,
  path: 'plugins',
  component: lazyRouteComponent(() => import('./plugins/plugins-page.tsx'), 'PluginsPage'),
});
const plugin = createRoute({
  getParentRoute: () => frame,
  path: 'plugins/$id',
  component: lazyRouteComponent(() => import('./plugins/plugin-page.tsx'), 'PluginPage'),
});
const matching = createRoute({
  getParentRoute: () => frame,
  path: 'matching',
  component: lazyRouteComponent(() => import('./matching/matching-page.tsx'), 'MatchingPage'),
});
const log = createRoute({
  getParentRoute: () => frame,
  path: 'log',
  component: lazyRouteComponent(() => import('./log/log-page.tsx'), 'LogPage'),
});
const server = createRoute({
  getParentRoute: () => frame,
  path: 'server',
  component: lazyRouteComponent(() => import('./server/server-page.tsx'), 'ServerPage'),
});

export const administrationRoutes = [
  frame.addChildren([
    home,
    overview,
    libraries,
    library,
    scanHistory,
    users,
    user,
    userView,
    sharingTags,
    apiKeys,
    mail,
    tasks,
    bookErrors,
    duplicates,
    trash,
    pdfCache,
    settings,
    activity,
    backup,
    moving,
    matching,
    plugins,
    plugin,
    server,
    log,
  ]),
] as const;
