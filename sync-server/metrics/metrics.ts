import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { StatementMeter } from './statement-meter.ts'

type RequestFacts = { method: string; route: string; status: number; seconds: number }

export type Reading = { labels: Readonly<Record<string, string>>; value: number }

/** A metric that is read on each scrape. `total`: a counter, which only grows while the server runs. */
type Watched = {
  name: string
  help: string
  kind?: 'total'
  labels?: readonly string[]
  read: () => number | undefined | readonly Reading[] | Promise<number | undefined | readonly Reading[]>
}

/** Histogram buckets, from a small read to the slowest push. */
const secondsOfRequests = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/** Metrics of one server. Names follow Prometheus conventions: base units, `_total` for counters. */
export class Metrics {
  readonly contentType: string
  readonly database = new StatementMeter()
  readonly #registry = new Registry()
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #pushes: Counter
  readonly #mutations: Counter<'origin' | 'outcome'>
  readonly #messages: Counter<'channel' | 'outcome'>

  constructor() {
    const registers = [this.#registry]
    this.contentType = this.#registry.contentType
    this.#requests = new Histogram({
      name: 'mainspring_http_request_duration_seconds',
      help: 'Time to answer, by the pattern of the address; of live streams until they begin.',
      labelNames: ['method', 'route', 'status'],
      buckets: secondsOfRequests,
      registers,
    })
    this.#pushes = new Counter({ name: 'mainspring_pushes_total', help: 'Pushes of devices that were answered with results.', registers })
    this.#mutations = new Counter({
      name: 'mainspring_mutations_total',
      help: 'Mutations that were decided, by where they came from and what became of them.',
      labelNames: ['origin', 'outcome'],
      registers,
    })
    this.#messages = new Counter({
      name: 'mainspring_outbound_messages_total',
      help: 'Messages to customers and events to webhooks, by channel and outcome.',
      labelNames: ['channel', 'outcome'],
      registers,
    })
    this.watch({
      name: 'mainspring_database_statements_total',
      help: 'Statements that the database ran.',
      kind: 'total',
      read: () => this.database.total.statements,
    })
    this.watch({
      name: 'mainspring_database_trips_total',
      help: 'Round trips to the database that something waited for; none where it is a file.',
      kind: 'total',
      read: () => this.database.total.trips,
    })
    this.watch({
      name: 'mainspring_database_seconds_total',
      help: 'Time that the database took for its statements.',
      kind: 'total',
      read: () => this.database.total.ms / 1_000,
    })
  }

  countRequest({ seconds, status, ...labels }: RequestFacts): void {
    this.#requests.observe({ ...labels, status: String(status) }, seconds)
  }

  countPush(): void {
    this.#pushes.inc()
  }

  countMutation(origin: string, outcome: string): void {
    this.#mutations.inc({ origin, outcome })
  }

  countMessage(channel: string, outcome: 'sent' | 'written' | 'refused' | 'failed'): void {
    this.#messages.inc({ channel, outcome })
  }

  watch({ name, help, kind, labels = [], read }: Watched): void {
    const registers = [this.#registry]
    const collect = async (meter: Gauge | Counter): Promise<void> => {
      const found = await read()
      meter.reset()
      if (found === undefined) {
        // Without labels, a reset metric would report 0 instead of nothing.
        if (labels.length === 0) meter.remove()
        return
      }
      for (const { labels: values, value } of typeof found === 'number' ? [{ labels: {}, value: found }] : found) meter.inc(values, value)
    }
    const settings = { name, help, labelNames: [...labels], registers }
    if (kind === 'total') {
      new Counter({
        ...settings,
        async collect() {
          await collect(this)
        },
      })
      return
    }
    new Gauge({
      ...settings,
      async collect() {
        await collect(this)
      },
    })
  }

  render(): Promise<string> {
    return this.#registry.metrics()
  }
}
