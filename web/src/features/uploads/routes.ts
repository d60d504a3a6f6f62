// The route of the upload page.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export interface UploadSearch {
  /** Id of the initially selected library. */
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
