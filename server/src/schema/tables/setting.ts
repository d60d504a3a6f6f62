// Settings that are made while the server runs, and what became of them.

/**
 * Only what differs from the configuration: a setting that is taken back has no row.
 * Written by features/system/settings.
 */
export interface SettingTable {
  /** Key of the configuration: `rate_limit.enabled`. */
  key: string;
  /** JSON. */
  value: string;
  updatedAt: number;
  /** Who set it; null when that user is gone. */
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
  /** As the user was called then. */
  username: string;
  changedAt: number;
}
