// What can be open beside or over the pages; one at a time.
export type Panel = 'settings' | 'help' | 'thumbnails' | 'goTo' | 'zones' | 'bookmarks';
