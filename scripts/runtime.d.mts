// Types of runtime.mjs.
import type { SpawnOptions } from 'node:child_process';

export declare const runtimePackages: Readonly<Record<string, string>>;

interface Platform {
  platform: string;
  arch: string;
  isGlibc: boolean;
}

interface System extends Platform {
  systemNode(): { path: string; version: string };
}

export declare function findRuntimePackage(system: Platform): string | undefined;
export declare function isGlibc(): boolean;
export declare function findRuntime(options: System & { modules: string }): string;
export declare function checkSystem(system: System): void;
export declare function listNodeOptions(start: string): string[];
export declare function watchParents(onEnd: () => void): NodeJS.Timeout;
export declare function runProgram(
  command: string,
  args: readonly string[],
  options: SpawnOptions & { endsWithParent?: boolean; stopSignal?: NodeJS.Signals },
): Promise<{ exitCode: number; errors: string }>;
