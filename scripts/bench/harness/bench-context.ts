import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { growShop } from '../shops/grow-shop.ts'
import { readRecords, seedShop, type RecordSource, type SeededShop } from '../shops/seed-shop.ts'

export type Bench = {
  records: RecordSource
  /** Repetitions per measurement; the median counts. */
  runs: number
  /** Size, count or duration; a quick bench uses a hundredth of `full`, but at least `least`. */
  amount(full: number, least: number): number
  /** Seeded once per size; a measure that writes must copy its folder. */
  shopWith(orders: number): Promise<SeededShop>
  root: string
  /** A copy of the built app, so that the whole run measures one build. */
  webDir: string
  makeFolder(name: string): string
  copyFolder(from: string): string
  withServer<Result>(dataDir: string, run: (url: string) => Promise<Result>, webDir?: string): Promise<Result>
  say(line: string): void
  close(): void
}

const builtApp = path.join(import.meta.dirname, '../../../dist/web')
const usualRuns = 5

export async function openBench(options: { sharedDataDir: string; isQuick: boolean; runs: number | undefined }): Promise<Bench> {
  if (!existsSync(path.join(builtApp, 'index.html'))) throw new Error('The web app is not built. Run: npm run build')
  const records = await readRecords(options.sharedDataDir)
  const root = mkdtempSync(path.join(tmpdir(), 'mainspring-bench-'))
  const shops = new Map<number, Promise<SeededShop>>()
  let folders = 0

  const bench: Bench = {
    records,
    root,
    webDir: path.join(root, 'app'),
    runs: options.runs ?? (options.isQuick ? 1 : usualRuns),
    amount: (full, least) => (options.isQuick ? Math.max(least, Math.ceil(full / 100)) : full),
    shopWith(orders) {
      const shop = shops.get(orders) ?? fillShop(orders)
      shops.set(orders, shop)
      return shop
    },
    makeFolder(name) {
      folders += 1
      const folder = path.join(root, `${folders}-${name}`)
      mkdirSync(folder)
      return folder
    },
    copyFolder(from) {
      const folder = bench.makeFolder('copy')
      cpSync(from, folder, { recursive: true })
      return folder
    },
    withServer,
    say: (line) => void process.stderr.write(`${line}\n`),
    close: () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }),
  }

  async function fillShop(orders: number): Promise<SeededShop> {
    bench.say(`  filling a shop with ${orders} orders …`)
    if (orders <= records.lines.length) return seedShop(bench.makeFolder(`shop-${orders}`), records.lines, orders)
    const base = await bench.shopWith(records.lines.length)
    return growShop({ ...base, dataDir: bench.copyFolder(base.dataDir) }, orders)
  }

  async function withServer<Result>(dataDir: string, run: (url: string) => Promise<Result>, webDir = bench.webDir): Promise<Result> {
    const server = fork(path.join(import.meta.dirname, 'serve-for-bench.ts'), [], {
      env: { PATH: process.env['PATH'], PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'error', BENCH_WEB_DIR: webDir },
    })
    const ended = once(server, 'exit')
    try {
      const first: unknown = await Promise.race([once(server, 'message').then(([url]) => url as unknown), ended])
      if (typeof first !== 'string') throw new Error('The server ended before it told its address')
      return await run(first)
    } finally {
      server.kill('SIGTERM')
      const lastWord = setTimeout(() => server.kill('SIGKILL'), 15_000)
      await ended
      clearTimeout(lastWord)
    }
  }

  cpSync(builtApp, bench.webDir, { recursive: true })
  bench.say(records.isReal ? `Bench on ${records.description}` : `WARNING: bench on ${records.description}; figures are not those of the real records.`)
  return bench
}
