// Builds images without an engine and runs them as an engine would.
import { copyFileSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { run } from '../../../scripts/package/run.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { debianRoot, findPackage, repository } from './made.ts';

export type Architecture = 'amd64' | 'arm64';

export interface Image {
  /** Root folder of a container of the image. */
  root: string;
  architecture: string;
  config: { User: string; Entrypoint: string[]; Cmd: string[]; Env: string[] } & Record<string, unknown>;
}

interface Run {
  /** User and group that the engine starts the container as. */
  user: string;
  data: string;
  books?: string;
  environment?: Record<string, string>;
  words?: readonly string[];
  /** Replaces the entrypoint of the image. */
  entrypoint?: readonly string[];
}

/** Opens the images in the folder. */
export function openImages(folder: string) {
  const buildah = (...words: string[]): string =>
    run('buildah', ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), ...words], folder);
  const build = ['bud', '--layers', '--isolation', 'chroot', '--network', 'host', '--format', 'docker'];

  function makeBase(architecture: Architecture): string {
    const base = join(folder, `base-${architecture}`);
    const tag = `localhost/base-${architecture}:1`;
    mkdirSync(base, { recursive: true });
    copyFileSync(debianRoot(architecture), join(base, 'root.tar'));
    writeFileSync(join(base, 'Containerfile'), 'FROM scratch\nADD root.tar /\n');
    buildah(...build, '--arch', architecture, '--tag', tag, base);
    return tag;
  }

  return {
    /** Builds an image from the Debian package in `packages`, on the Debian root of its architecture. */
    make(name: string, packages: string): Image {
      const deb = findPackage(/_(amd64|arm64)\.deb$/, packages);
      const [, version = '', architecture = ''] = /_(.+)_(amd64|arm64)\.deb$/.exec(deb) ?? [];
      const base = makeBase(architecture === 'arm64' ? 'arm64' : 'amd64');
      const context = join(folder, name);
      makeContext(context, deb);
      const given = [`BASE=${base}`, `VERSION=${version}`, `TARGETARCH=${architecture}`, 'REVISION=abc'];
      const values = given.flatMap((value) => ['--build-arg', value]);
      const file = join(context, 'packaging/container/Containerfile');
      const tag = `localhost/${name}:1`;
      buildah(...build, '--arch', architecture, ...values, '--tag', tag, '--file', file, context);
      const root = buildah('mount', buildah('from', '--pull-never', tag).trim()).trim();
      const { Docker } = JSON.parse(buildah('inspect', '--type', 'image', tag));
      return { root, architecture: Docker.architecture, config: Docker.config };
    },
    remove() {
      buildah('umount', '--all');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Creates the files that the Containerfile needs in addition to a package. */
export function makeContext(folder: string, deb: string): void {
  mkdirSync(join(folder, 'packages'), { recursive: true });
  copyFileSync(deb, join(folder, 'packages', basename(deb)));
  cpSync(join(repository, 'packaging'), join(folder, 'packaging'), { recursive: true });
  cpSync(join(repository, '.dockerignore'), join(folder, '.dockerignore'));
}

/** Like `docker run --read-only --tmpfs /tmp --user … -v data:/data -v books:/srv/books:ro`. */
export function startImage({ root, config }: Image, options: Run): Program {
  const { user, data, books, environment = {} } = options;
  const { words = config.Cmd, entrypoint = config.Entrypoint } = options;
  const quote = (word: string) => `'${word}'`;
  const lines = [
    'set -e',
    `mount --bind ${root} ${root}`,
    `mount -o remount,ro,bind ${root}`,
    `mount --bind ${data} ${root}/data`,
    `mount -t tmpfs tmpfs ${root}/tmp`,
    ...(books === undefined ? [] : [`mount -t tmpfs tmpfs ${root}/srv`, `mkdir ${root}/srv/books`]),
    ...(books === undefined ? [] : [`mount --bind -o ro ${books} ${root}/srv/books`]),
    `mount --rbind /proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `exec chroot --userspec=${user} --groups=${user.split(':')[1]} ${root} ${[...entrypoint, ...words].map(quote).join(' ')}`,
  ];
  const settings = Object.fromEntries(config.Env.map((one) => one.split(/=(.*)/s).slice(0, 2)));
  const program = startProgram(['-m', 'sh', '-c', lines.join('\n')], {
    command: '/usr/bin/unshare',
    environment: { ...settings, LECTERN_SERVER_HOST: '127.0.0.1', TINI_SUBREAPER: '1', ...environment },
  });
  onTestFinished(() => program.signal('SIGKILL'));
  return program;
}
