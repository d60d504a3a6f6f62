// Systems with an archive.
import { runtimePackages } from '../runtime.mjs';

/** System names of npm and Node.js. */
export interface Target {
  os: 'linux' | 'darwin' | 'win32';
  cpu: 'x64' | 'arm64';
  /** Name of the system in file names, such as `win-x64`. */
  label: string;
  /** npm package that contains Node.js. */
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
