// Releases that plugins announce for followed series.

/** A source that a plugin searches for releases. Written by features/releases. */
export interface ReleaseSourceTable {
  id: string;
  pluginId: string;
  /** Key from the plugin. Unique per plugin. */
  sourceKey: string;
  displayName: string;
  kind: string;
  /** JSON from the plugin, passed back in polls. */
  config: string | null;
  isEnabled: 0 | 1;
  intervalHours: number;
  etag: string | null;
  lastPolledAt: number | null;
  lastError: string | null;
  lastErrorAt: number | null;
  /** Consecutive failures. */
  failures: number;
  nextPollAt: number;
  createdAt: number;
  updatedAt: number;
}

/** Written by features/releases. */
export interface ReleaseTable {
  id: string;
  sourceId: string;
  /** Unique per source. */
  externalReleaseId: string;
  seriesId: string;
  infoHash: string | null;
  /** JSON: [{start, end}]. */
  volumes: string;
  chapters: string;
  /** Highest volume and chapter. */
  maxVolume: number | null;
  maxChapter: number | null;
  language: string;
  groupName: string | null;
  url: string | null;
  mediaUrl: string | null;
  mediaKind: 'torrent' | 'magnet' | 'direct' | 'other' | null;
  /** Release time, else the time of discovery. */
  releasedAt: number;
  createdAt: number;
}

/** A user's choice to follow a series or not. Written by features/releases. */
export interface ReleaseFollowTable {
  userId: string;
  seriesId: string;
  isFollowed: 0 | 1;
}

/** State of a release for a user. New without a row. Written by features/releases. */
export interface ReleaseMarkTable {
  userId: string;
  releaseId: string;
  state: 'seen' | 'dismissed';
}

/** Written by features/releases. */
export interface ReleaseChoiceTable {
  userId: string;
  /** 1: started and want-to-read series are followed. */
  isAutomatic: 0 | 1;
  /** JSON array. Empty for all languages. */
  languages: string;
}
