// Releases: what plugins announce of series that users follow.

/** What a plugin looks for releases in. Written by features/integrations/releases. */
export interface ReleaseSourceTable {
  id: string;
  pluginId: string;
  /** As the plugin calls it. Unique for the plugin. */
  sourceKey: string;
  displayName: string;
  kind: string;
  /** JSON, as the plugin gave it; given back when it is polled. */
  config: string | null;
  isEnabled: 0 | 1;
  intervalHours: number;
  etag: string | null;
  lastPolledAt: number | null;
  lastError: string | null;
  lastErrorAt: number | null;
  /** In a row. */
  failures: number;
  nextPollAt: number;
  createdAt: number;
  updatedAt: number;
}

/** Written by features/integrations/releases. */
export interface ReleaseTable {
  id: string;
  sourceId: string;
  /** Unique for the source. */
  externalReleaseId: string;
  seriesId: string;
  infoHash: string | null;
  /** JSON: [{start, end}]. */
  volumes: string;
  chapters: string;
  /** The highest of them. */
  maxVolume: number | null;
  maxChapter: number | null;
  language: string;
  groupName: string | null;
  url: string | null;
  mediaUrl: string | null;
  mediaKind: 'torrent' | 'magnet' | 'direct' | 'other' | null;
  /** When it was released, else when it was noticed. */
  releasedAt: number;
  createdAt: number;
}

/** What a user chose for a series. Written by features/integrations/releases. */
export interface ReleaseFollowTable {
  userId: string;
  seriesId: string;
  isFollowed: 0 | 1;
}

/** Without a row it is new. Written by features/integrations/releases. */
export interface ReleaseMarkTable {
  userId: string;
  releaseId: string;
  state: 'seen' | 'dismissed';
}

/** Written by features/integrations/releases. */
export interface ReleaseChoiceTable {
  userId: string;
  /** 1: series that were begun or are wanted are followed. */
  isAutomatic: 0 | 1;
  /** JSON list; empty means all. */
  languages: string;
}
