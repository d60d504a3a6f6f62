// Which of the two test commands runs: `npm test` or `npm run test:all`.

/** Set to 1 by `npm run test:all`. */
export const wholeRunVariable = 'LECTERN_TEST_ALL';

/** True for `npm run test:all`, which adds the `*.slow` files and PostgreSQL for all API tests. */
export const isWholeRun = process.env[wholeRunVariable] === '1';
