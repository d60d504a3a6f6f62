// The systems that archives are made for.
import { runtimePackages } from '../runtime.mjs';

/** As npm and Node.js call them. */
export interface Target {
  os: 'linux' | 'darwin' | 'win32';
  cpu: 'x64' | 'arm64';
  /** In names of files: `win-x64`. */
  label: string;
  /** The npm package that holds Node.js. */
  runtime: string;
}

const target = (os: Target['os'], cpu: Target['cpu'], label = `${os}-${cpu}`): Target => {
  const runtime = runtimePackages[`${os}-${cpu}`];
  if (runtime === undefined) throw new Error(`No npm package holds Node.js for ${os} ${cpu}`);
  return { os, cpu, label, runtime };
};

export const targets: readonly Target[] = [
  target('linux', 'x64'),
  target('linux', 'arm64'),
  target('darwin', 'arm64'),
  target('darwin', 'x64'),
  target('win32', 'x64', 'win-x64'),
];
