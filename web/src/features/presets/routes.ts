// The route of the presets.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

export const presetRoutes = [
  createRoute({
    getParentRoute: () => shell,
    path: '/presets',
    component: lazyRouteComponent(() => import('./presets-page.tsx'), 'PresetsPage'),
  }),
] as const;
