// Settings that can change at runtime, and their history.

/**
 * Only settings that differ from the configuration. A reset setting has no row. Written by features/system/settings.
 */
export interface SettingTable {
  /** Configuration key, for example `rate_limit.enabled`. */
  key: string;
  /** JSON. */
  value: string;
  updatedAt: number;
  /** User who set it. Null if the user was deleted. */
  userId: string | null;
}

/** Written by features/system/settings. */
export interface SettingChangeTable {
  id: string;
  key: string;
  /** JSON. */
  oldValue: string;
  newValue: string;
  /** 1: reset to the configuration. */
  isReset: number;
  userId: string | null;
  /** User name at that time. */
  username: string;
  changedAt: number;
}
