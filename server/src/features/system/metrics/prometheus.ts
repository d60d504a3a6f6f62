// The metrics in Prometheus format. Requests are counted when they are answered. Database values are read when the
// metrics are scraped, at most once a minute.
import { LRUCache } from 'lru-cache';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Viewer } from '#infrastructure/access/viewer.ts';
import type { AnsweredRequest } from '#infrastructure/http/server.ts';
import { version } from '#infrastructure/version.ts';
import type { Inventory } from './inventory.ts';

interface TaskCount {
  type: string;
  status: string;
  count: number;
}

export interface OpenDocuments {
  currentSize: number;
  hits: number;
  misses: number;
}

export interface Metric {
  /** Without the prefix `lectern_`. */
  name: string;
  help: string;
  kind: 'gauge' | 'counter';
  read(): number;
}

interface Dependencies {
  database: string;
  inventory(viewer: Viewer): Promise<Inventory>;
  countTasks(viewer: Viewer): Promise<TaskCount[]>;
  documents(): OpenDocuments;
}

/** Counting a million books takes most of a second, so the result is cached. */
const inventoryMs = 60_000;
const seconds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Memory, processor and event loop metrics of the process, collected from the first scrape on. */
let ofProcess: Registry | undefined;
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  return ofProcess;
}

export class Prometheus {
  readonly #deps: Dependencies;
  readonly #registers = [new Registry()];
  readonly #requests;
  readonly #durations;
  readonly #gauges;
  readonly #inventories = new LRUCache<string, Promise<Inventory>>({ max: 100, ttl: inventoryMs });
  readonly contentType: string = Registry.PROMETHEUS_CONTENT_TYPE;

  constructor(deps: Dependencies) {
    this.#deps = deps;
    const { requests, durations, ...gauges } = createFigures(this.#registers, deps.database);
    this.#requests = requests;
    this.#durations = durations;
    this.#gauges = gauges;
  }

  /** Counts a request. */
  count({ method, route, status, seconds: took }: AnsweredRequest): void {
    this.#requests.labels(method, route, String(status)).inc();
    this.#durations.labels(method, route).observe(took);
  }

  /** Adds a metric that is read at each scrape. `counter` for one that only increases. */
  add(metric: Metric): void {
    addMetric(this.#registers, metric);
  }

  async print(viewer: Viewer): Promise<string> {
    const [counted, counts] = await Promise.all([this.#findInventory(viewer), this.#deps.countTasks(viewer)]);
    fill(this.#gauges, counted, counts, this.#deps.documents());
    return Registry.merge([...this.#registers, processMetrics()]).metrics();
  }

  #findInventory(viewer: Viewer): Promise<Inventory> {
    const known = this.#inventories.get(viewer.userId);
    if (known) return known;
    const found = this.#deps.inventory(viewer);
    this.#inventories.set(viewer.userId, found);
    found.catch(() => this.#inventories.delete(viewer.userId));
    return found;
  }
}

function createFigures(registers: Registry[], database: string) {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `lectern_${name}`, help, labelNames, registers });
  gauge('info', 'Version of the program and kind of database.', ['version', 'database'])
    .labels(version, database)
    .set(1);
  return {
    requests: new Counter({
      name: 'lectern_http_requests_total',
      help: 'Answered requests.',
      labelNames: ['method', 'route', 'status'],
      registers,
    }),
    durations: new Histogram({
      name: 'lectern_http_request_duration_seconds',
      help: 'Time from the request until the response was sent.',
      labelNames: ['method', 'route'],
      buckets: seconds,
      registers,
    }),
    books: gauge('books', 'Books by library and format.', ['library', 'format']),
    bytes: gauge('book_bytes', 'Size of the books by library and format.', ['library', 'format']),
    series: gauge('series', 'Series by library.', ['library']),
    tasks: gauge('tasks', 'Stored tasks by type and status.', ['type', 'status']),
    open: gauge('pdf_documents_open', 'PDF documents that are open in this process.'),
    hits: gauge('pdf_document_hits', 'Pages drawn from a PDF document that was open.'),
    misses: gauge('pdf_document_misses', 'Pages for which a PDF document had to be opened.'),
  };
}

type Gauges = Omit<ReturnType<typeof createFigures>, 'requests' | 'durations'>;

function fill(
  { books, bytes, series, tasks, open, hits, misses }: Gauges,
  { holdings, libraries }: Inventory,
  counts: readonly TaskCount[],
  documents: OpenDocuments,
): void {
  for (const one of [books, bytes, series, tasks]) one.reset();
  for (const { library, format, bookCount, bytes: size } of holdings) {
    books.labels(library, format).set(bookCount);
    bytes.labels(library, format).set(size);
  }
  for (const { name, seriesCount } of libraries) series.labels(name).set(seriesCount);
  for (const { type, status, count } of counts) tasks.labels(type, status).set(count);
  open.set(documents.currentSize);
  hits.set(documents.hits);
  misses.set(documents.misses);
}

function addMetric(registers: Registry[], { name, help, kind, read }: Metric): void {
  const options = { name: `lectern_${name}`, help, registers };
  if (kind === 'gauge')
    new Gauge({
      ...options,
      collect() {
        this.set(read());
      },
    });
  else
    new Counter({
      ...options,
      collect() {
        this.reset();
        this.inc(read());
      },
    });
}
