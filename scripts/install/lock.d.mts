// Types of lock.mjs.
export declare function lockFolder(folder: string, onWait: () => void): Promise<() => void>;
