// Settings that change while the server runs, and their changes.

/**
 * Only settings that differ from the configuration: one that was reset has no row.
 * Written by features/system/settings.
 */
export interface SettingTable {
  /** Key of the configuration: `rate_limit.enabled`. */
  key: string;
  /** JSON. */
  value: string;
  updatedAt: number;
  /** Who set it; null when that user was deleted. */
  userId: string | null;
}

/** Written by features/system/settings. */
export interface SettingChangeTable {
  id: string;
  key: string;
  /** JSON. */
  oldValue: string;
  newValue: string;
  /** 1 when the setting went back to the configuration. */
  isReset: number;
  userId: string | null;
  /** The user's name at that time. */
  username: string;
  changedAt: number;
}
