// The common form of other servers' data, and helpers that parse their rows.

export { toEarlierCompletions } from './completions.ts';
export { countSnapshot, isEditedSeries, listTagNames } from './counts.ts';
export { importCover, maxCoverBytes } from './cover.ts';
export {
  describedFile,
  readDescribed,
  readDescribedFile,
  type TheirDescription,
  writeDescribed,
} from './described.ts';
export { findNamed, type IdsByField, inOrder, withOurIds } from './local-ids.ts';
export { because, findRefusal, ofUser, PeerRefused, whereAny } from './notes.ts';
export { eachFound, type LocalIds, mergeOutcomes, noteLost, type Outcome, toOutcome } from './outcome.ts';
export { createPool, type Pool } from './pool.ts';
export { recordSessions } from './sessions.ts';
export {
  desktop,
  nothing,
  type OwnRecords,
  type Snapshot,
  type TheirBook,
  type TheirCompletion,
  type TheirCover,
  type TheirKey,
  type TheirLibrary,
  type TheirList,
  type TheirMark,
  type TheirPreset,
  type TheirRating,
  type TheirReading,
  type TheirSeries,
  type TheirSession,
  type TheirSpot,
  type TheirUser,
} from './snapshot.ts';
export { readSnapshot, writeSnapshot } from './snapshot-file.ts';
export {
  countRows,
  defined,
  gather,
  groupBy,
  isDeep,
  listTexts,
  parseJson,
  readTextLists,
  readTexts,
  sortBy,
  toBytes,
  toEmail,
  toEpochMs,
  toFlag,
  toMs,
  toNumber,
  toPassword,
  toSourceId,
  toText,
  trimSlashes,
} from './values.ts';
