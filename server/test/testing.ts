// What measuring programs borrow from the tests: makers of files.
export { makeRar4 } from './makers/rar.ts';
