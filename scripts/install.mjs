// Entry of the npm scripts: checks the version of Node.js, then loads the installer. Node.js 12 must parse this file
// and its static imports, so that an old version prints a message instead of a syntax error.
import { findVersionError } from './install/node-version.mjs';

const error = findVersionError(process.version, process.execPath);
if (error === undefined) {
  void import('./install/main.mjs');
} else {
  console.error(error);
  process.exitCode = 1;
}
