// Types of runtime.mjs.
export declare const minSystemMajor: number;
export declare const runtimePackages: Readonly<Record<string, string>>;

interface System {
  platform: string;
  arch: string;
  isGlibc: boolean;
}

export declare function findRuntimePackage(system: System): string | undefined;
export declare function isGlibc(): boolean;
export declare function findRuntime(
  options: System & { modules: string; systemNode(): { path: string; version: string } },
): string;
export declare function listNodeOptions(start: string): string[];
export declare function handOver(
  node: string,
  args: readonly string[],
  onError: (error: Error) => void,
): void;
