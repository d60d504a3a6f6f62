// Rules for compose files. Each offence is a message.
import { parse } from 'yaml';
import { z } from 'zod';

const texts = z.array(z.string());
/** The part of the compose specification that these files use. Misspelt keys are refused. */
const service = z.strictObject({
  image: z.string(),
  container_name: z.string().optional(),
  user: z
    .string()
    .regex(/^\d+:\d+$/)
    .optional(),
  command: texts.optional(),
  cap_drop: texts.optional(),
  cap_add: texts.optional(),
  security_opt: texts.optional(),
  read_only: z.boolean().optional(),
  tmpfs: texts.optional(),
  environment: z.record(z.string(), z.string()).optional(),
  ports: z
    .array(
      z.union([
        z.string().regex(/^[^:]*(:[^:]*)*:\d+$/),
        z.strictObject({ target: z.number(), published: z.string(), protocol: z.enum(['tcp', 'udp']) }),
      ]),
    )
    .optional(),
  volumes: z
    .array(
      z.union([
        z.string(),
        z.strictObject({
          type: z.literal('bind'),
          source: z.string(),
          target: z.string(),
          read_only: z.boolean().optional(),
        }),
      ]),
    )
    .optional(),
  healthcheck: z
    .union([
      z.strictObject({ disable: z.literal(true) }),
      // Without start_interval: engines before 25, such as those of Debian 12 and many NAS, refuse a file that contains
      // it.
      z.strictObject({
        test: texts,
        interval: z.string(),
        timeout: z.string(),
        retries: z.number(),
        start_period: z.string(),
      }),
    ])
    .optional(),
  depends_on: z
    .record(z.string(), z.strictObject({ condition: z.enum(['service_healthy', 'service_started']) }))
    .optional(),
  stop_grace_period: z.string().optional(),
  restart: z.enum(['unless-stopped']),
  'x-casaos': z.unknown().optional(),
});
const file = z.strictObject({
  name: z.string().optional(),
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.unknown()).optional(),
  volumes: z.record(z.string(), z.null()).optional(),
  'x-casaos': z.unknown().optional(),
});

type Service = z.infer<typeof service>;

export function findComposeFaults(text: string): string[] {
  const { 'x-lectern': _, 'x-server': __, 'x-worker': ___, ...rest } = parse(text, { merge: true });
  const parsed = file.safeParse(rest);
  if (!parsed.success) return parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const { services, volumes = {} } = parsed.data;
  return Object.entries(services).flatMap(([name, one]) =>
    [
      ...findImageFaults(one),
      ...Object.keys(one.depends_on ?? {})
        .filter((other) => services[other] === undefined)
        .map((other) => `waits for ${other}, which does not exist`),
      ...listVolumes(one)
        .filter(({ source }) => /^\w+$/.test(source) && !(source in volumes))
        .map(({ source }) => `uses the volume ${source}, which does not exist`),
      ...(isLectern(one) ? findLecternFaults(one) : []),
    ].map((fault) => `${name}: ${fault}`),
  );
}

const isLectern = ({ image }: Service): boolean => /lectern|\{IMAGE/.test(image);

const findImageFaults = ({ image }: Service): string[] =>
  /:latest$/.test(image) || !image.includes(':') ? ['its image has no version'] : [];

const listVolumes = ({ volumes = [] }: Service) =>
  volumes.map((volume) => {
    if (typeof volume !== 'string')
      return { source: volume.source, target: volume.target, isReadOnly: volume.read_only === true };
    const [, source = '', target = '', mode] =
      /^(\$\{[^}]*\}|[^:]*):([^:]*)(?::(ro|rw))?$/.exec(volume) ?? [];
    return { source, target, isReadOnly: mode === 'ro' };
  });

function findLecternFaults(service: Service): string[] {
  const volumes = listVolumes(service);
  return [
    ...(service.read_only && service.tmpfs?.includes('/tmp')
      ? []
      : ['its root is not read-only with a separate /tmp']),
    ...(service.cap_drop?.join() === 'ALL' ? [] : ['it keeps capabilities']),
    ...(service.security_opt?.includes('no-new-privileges:true') ? [] : ['it may gain privileges']),
    ...(service.stop_grace_period === undefined ? ['it has no time to end'] : []),
    ...(volumes.some(({ target, isReadOnly }) => target === '/data' && !isReadOnly)
      ? []
      : ['it has no data folder']),
    ...(volumes.some(({ target, isReadOnly }) => target === '/books' && isReadOnly)
      ? []
      : ['its books are not read-only']),
    ...(service.ports ?? []).flatMap((port) =>
      (typeof port === 'string' ? port.split(':').at(-1) : String(port.target)) === '8080'
        ? []
        : ['its port is not that of the image'],
    ),
    ...(service.user === '0:0' && !(service.environment?.PUID && service.environment.PGID)
      ? ['it starts as root without an account to switch to']
      : []),
  ];
}

/** Returns the variables that compose replaces, in any syntax. */
export const listVariables = (text: string): string[] => [
  ...new Set([...text.replace(/^\s*#.*$/gm, '').matchAll(/\$\{?([A-Z_]+)/g)].map(([, name = '']) => name)),
];
