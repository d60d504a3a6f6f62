// Client settings of the user: preferences whose keys begin with `compat.`.
import type { PreferenceService } from '#features/reading/preferences/index.ts';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import { invalid } from '#infrastructure/errors.ts';

export interface ClientSetting {
  value: string;
}

const prefix = 'compat.';
const keyForm = /^[A-Za-z0-9._-]{1,90}$/;

export function createClientSettings(preferences: PreferenceService) {
  return {
    async list(viewer: Viewer): Promise<Record<string, ClientSetting>> {
      const found = Object.entries(await preferences.list(viewer));
      return Object.fromEntries(
        found.flatMap(([key, value]) =>
          key.startsWith(prefix) && typeof value === 'string' ? [[key.slice(prefix.length), { value }]] : [],
        ),
      );
    },

    async save(viewer: Viewer, settings: Readonly<Record<string, ClientSetting>>): Promise<void> {
      const issues = Object.keys(settings)
        .filter((key) => !keyForm.test(key))
        .map((key) => ({
          path: `body.${key}`,
          message: 'Use only letters, digits, dots, hyphens and underscores',
        }));
      if (issues.length > 0) throw invalid(issues.slice(0, 20));
      const own = Object.entries(settings).map(([key, { value }]) => [`${prefix}${key}`, value]);
      await preferences.merge(viewer, Object.fromEntries(own));
    },

    async remove(viewer: Viewer, keys: readonly string[]): Promise<void> {
      for (const key of keys.slice(0, 500)) await preferences.remove(viewer, `${prefix}${key}`);
    },
  };
}
