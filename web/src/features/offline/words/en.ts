// Words of reading without a network.
export const en = {
  title: 'Kept on this device',
  keep: 'Keep on this device',
  keepUnread: 'Keep what is unread',
  keptSize: 'On this device ({size})',
  remove: 'remove',
  removeOne: 'Remove {title} from this device',
  givenAway: '{title} is not kept any more',
  comesIn: '{count, plural, one {The book is} other {# books are}} being kept on this device',
  nothingUnread: 'Nothing unread is left to keep',
  stop: 'Stop',
  takingIn: 'Keeping {title}',
  interrupted: 'Interrupted; it goes on when the server can be reached.',
  full: 'There is not enough room on this device. Remove something that is kept.',
  again: 'Try again',
  read: 'Read',
  readOne: 'Read {title}',
  needsHttps:
    'Browsers keep books only from addresses that begin with https://. Everything else works without it.',
  room: '{size} of {quota} that this browser gives',
  notSafe:
    'The browser may clear this when room gets scarce. Install Lectern as an app to be on the safe side.',
  empty: 'Nothing is kept yet',
  emptyHint: 'Choose “Keep on this device” on a book, and read it without a network.',
  away: 'The server cannot be reached',
  stillHere:
    '{count, plural, one {One book is} other {# books are}} on this device. Your place is sent when the server is there again.',
  nothingHere: 'Books that you keep on this device can be read even then.',
  toKept: 'To the kept books',
} as const;
