// Types of npm-errors.mjs.
export declare function isNetworkError(output: string): boolean;
