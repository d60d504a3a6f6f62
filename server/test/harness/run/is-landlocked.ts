// Whether this system supports full confinement of processes.
import { isConfinable } from '#infrastructure/confinement/confinement.ts';
import { findLandlock } from '#infrastructure/confinement/landlock.ts';
import { loadLibc } from '#infrastructure/confinement/libc.ts';

export const isLandlocked = isConfinable() && findLandlock(loadLibc()) > 0;
