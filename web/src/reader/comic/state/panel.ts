// The open panel of the comic reader; at most one.
export type Panel = 'settings' | 'help' | 'thumbnails' | 'goTo' | 'zones' | 'bookmarks';
