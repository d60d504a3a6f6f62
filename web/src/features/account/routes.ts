// Routes of the account pages.
import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shell } from '../../root-routes.tsx';

const frame = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});
const home = createRoute({
  getParentRoute: () => frame,
  path: '/',
  component: lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
});
const profile = createRoute({
  getParentRoute: () => frame,
  path: 'profile',
  component: lazyRouteComponent(() => import('./profile/profile-page.tsx'), 'ProfilePage'),
});
const apps = createRoute({
  getParentRoute: () => frame,
  path: 'apps',
  component: lazyRouteComponent(() => import('./apps/apps-page.tsx'), 'AppsPage'),
});
const devices = createRoute({
  getParentRoute: () => frame,
  path: 'devices',
  component: lazyRouteComponent(() => import('./devices/devices-page.tsx'), 'DevicesPage'),
});
const reading = createRoute({
  getParentRoute: () => frame,
  path: 'reading',
  component: lazyRouteComponent(() => import('./reading/reading-page.tsx'), 'ReadingPage'),
});

export const accountRoutes = [frame.addChildren([home, profile, apps, devices, reading])] as const;
