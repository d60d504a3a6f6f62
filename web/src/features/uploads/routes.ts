// The address of uploads.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export interface UploadSearch {
  /** Id of the library that is chosen at first. */
  library?: string;
}

export const uploadRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/upload',
    validateSearch: ({ library }: Record<string, unknown>): UploadSearch =>
      typeof library === 'string' ? { library } : {},
    component: lazyRouteComponent(() => import('./upload-page.tsx'), 'UploadPage'),
  }),
] as const;
