// Words that readers of all kinds share.
export const en = {
  elsewherePage: 'On another device you were at page {page, number}. Go there?',
  elsewhereShare: 'On another device you were at {percent}. Go there?',
  goThere: 'Go there',
  stayHere: 'Stay here',
} as const;
