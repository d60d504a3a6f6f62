// The route of the drop folder.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const dropFolderRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/drop-folder',
    component: lazyRouteComponent(() => import('./drop-folder-page.tsx'), 'DropFolderPage'),
  }),
] as const;
