import path from 'node:path'
import { buildReadableApp } from './bundle.ts'
import { judgeFigure, type Figure, type Series } from './figure.ts'
import { growShop } from '../shops/grow-shop.ts'
import { readRecords, seedShop, type RecordSource, type SeededShop } from '../shops/seed.ts'
import { median } from './stats.ts'
import { openWorkshop, type Workshop } from '../shops/workshop.ts'

/** The settings and tools that every line of the bench gets. */
export type BenchContext = {
  workshop: Workshop
  records: RecordSource
  /** Repetitions of each measurement, of which the median counts. */
  runs: number
  /** How often the browser is killed, over all kinds of writes. */
  kills: number
  /** A size, a count or a duration of a measure. A quick bench takes a hundredth of it, but at least what the measure needs to work. */
  amount(full: number, least: number): number
  /** Whether a profile is due. A quick bench judges no figure. */
  hasMissed(...figures: Figure[]): boolean
  /** A shop with this number of orders, filled once; a line that writes must copy its folder. */
  shopWith(orders: number): Promise<SeededShop>
  /** Folder of the app built with readable names, for profiles; built at the first call. */
  readableApp(): Promise<string>
  say(line: string): void
}

type BenchOptions = {
  sharedDataDir: string
  isQuick: boolean
  /** As many as the goals ask for unless given. */
  runs?: number | undefined
  kills?: number | undefined
}

const usualRuns = 5
const usualKills = 20
/** One for each kind of write. */
const leastKills = 6

export async function openBench(options: BenchOptions): Promise<BenchContext & { close(): Promise<void> }> {
  const say = (line: string): void => void process.stderr.write(`${line}\n`)
  const records = await readRecords(options.sharedDataDir)
  say(records.isReal ? `Bench on ${records.description}` : `WARNING: bench on ${records.description}; figures are not those of the real records.`)
  const workshop = openWorkshop()
  const amount = (full: number, least: number): number => (options.isQuick ? Math.max(least, Math.ceil(full / 100)) : full)
  const shops = new Map<number, Promise<SeededShop>>()
  let readableApp: Promise<string> | undefined
  const importShop = (orders: number): Promise<SeededShop> => {
    say(`  filling a shop with ${orders} orders …`)
    return seedShop(workshop.makeFolder(`shop-${orders}`), records.lines, orders)
  }
  const copyShop = async (orders: number): Promise<SeededShop> => {
    const base = await bench.shopWith(records.lines.length)
    say(`  copying its orders until there are ${orders} …`)
    return growShop({ ...base, dataDir: workshop.copyFolder(base.dataDir) }, orders)
  }
  const bench: BenchContext = {
    workshop,
    records,
    runs: options.runs ?? amount(usualRuns, 1),
    kills: options.kills ?? amount(usualKills, leastKills),
    amount,
    hasMissed: (...figures) => !options.isQuick && figures.some((figure) => judgeFigure(figure) === 'MISSED'),
    shopWith(orders) {
      const known = shops.get(orders)
      if (known !== undefined) return known
      const shop = orders <= records.lines.length ? importShop(orders) : copyShop(orders)
      shops.set(orders, shop)
      return shop
    },
    readableApp() {
      readableApp ??= (async () => {
        const folder = path.join(workshop.root, 'readable-app')
        say('  building the app with readable names for the profile …')
        await buildReadableApp(folder)
        return folder
      })()
      return readableApp
    },
    say,
  }
  return { ...bench, close: () => workshop.close() }
}

export const toSeries = (label: string, runs: number[]): Series => ({ label, runs, median: median(runs) })
