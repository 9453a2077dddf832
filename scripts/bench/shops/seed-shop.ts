import { existsSync } from 'node:fs'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { privilegeNames } from '#schema/privileges.ts'
import { collectionNames, type CollectionName } from '#schema/collections/index.ts'
import { createShop } from '#server/commands/administration/create-shop.ts'
import { createUser } from '#server/commands/administration/create-user.ts'
import { databaseFileOf } from '#server/config.ts'
import type { Services } from '#server/services.ts'
import { createRandom } from '#scripts/demo/random.ts'
import { openRepairFormat } from '#server/operations/import/open-repair.ts'
import { readLines } from '#server/operations/import/read-lines.ts'
import type { LineOutcome } from '#server/operations/import/record.ts'
import { runImport } from '#server/operations/import/run-import.ts'
import { createImportTarget } from '#server/operations/import/shop-target.ts'
import { openServices } from '#scripts/tools/open-services.ts'
import { benchUser } from '../harness/browser.ts'

const formerNumberShift = 5_000_000

export const realOrderCount = 20_190

export type SeededShop = { dataDir: string; shopId: string; userId: string; orders: number; rowsByCollection: Partial<Record<CollectionName, number>> }

export type RecordSource = { lines: LineOutcome[]; isReal: boolean; description: string }

const realFileName = 'open-repair-wales-202507.csv'

/** The real repair records if their folder exists next to the project, else generated ones. */
export async function readRecords(sharedDataDir: string): Promise<RecordSource> {
  const file = path.join(sharedDataDir, realFileName)
  if (existsSync(file)) return { lines: await Array.fromAsync(readLines(file)), isReal: true, description: `real records of ${realFileName}` }
  return { lines: generateLines(realOrderCount), isReal: false, description: `GENERATED records: ${realFileName} was not found` }
}

/** Same columns, sizes and distribution as the real file; deterministic. */
export function generateLines(count: number): LineOutcome[] {
  const random = createRandom(20_190)
  const products = ['Iron', 'Kettle', 'Toaster', 'Lamp', 'Laptop', 'Vacuum', 'Hair dryer', 'Radio', 'Sewing machine', 'Food processor']
  const brands = ['Unknown', 'Philips', 'Bosch', 'Dyson', 'Kenwood', 'Sony', 'Russell Hobbs']
  const faults = ['does not switch on', 'stops working intermittently', 'the cable is broken', 'makes a noise and smells', 'the motor is slow', 'leaks water']
  const statuses = ['Fixed', 'Fixed', 'Fixed', 'Repairable', 'End of life', 'Unknown']
  return Array.from({ length: count }, (_, index): LineOutcome => {
    const product = random.pick(products)
    const day = new Date(Date.UTC(2017, 3, 1) + random.between(0, 3_000) * 86_400_000).toISOString().slice(0, 10)
    const result = openRepairFormat.rowToRecord({
      id: `generated_${index}`,
      brand: random.pick(brands),
      product_category: product,
      year_of_manufacture: random.chance(0.4) ? String(random.between(1990, 2024)) : '',
      repair_status: random.pick(statuses),
      repair_barrier_if_end_of_life: random.chance(0.1) ? 'Spare parts not available' : '',
      group_identifier: `Place ${random.between(1, 90)}`,
      event_date: day,
      problem: Array.from({ length: random.between(1, 3) }, () => `${product} ${random.pick(faults)}`).join(', '),
    })
    return { line: index + 2, ...result }
  })
}

/** Imports the first `orders` lines into a new shop with one user who has every privilege. For more orders than lines: `growShop`. */
export async function seedShop(dataDir: string, lines: readonly LineOutcome[], orders: number): Promise<SeededShop> {
  const { services, close } = await openServices(dataDir)
  try {
    const { id: shopId } = await createShop(services, { name: 'Bench Street Repairs', code: 'bench' })
    const { id: userId } = await createUser(services, { ...benchUser, name: 'Bench', privileges: privilegeNames, shopIds: [shopId] })
    const { created } = await runImport(toAsync(lines.slice(0, orders)), createImportTarget(services, shopId), { isDryRun: false })
    if (created !== orders) throw new Error(`The import made ${created} of ${orders} orders`)
    giveFormerNumbers(dataDir)
    return { dataDir, shopId, userId, orders, rowsByCollection: await countRows(services) }
  } finally {
    await close()
  }
}

/** Gives one order in fifty a former number that devices have not seen. */
function giveFormerNumbers(dataDir: string): void {
  const database = new BetterSqlite3(databaseFileOf(dataDir))
  try {
    database.exec(`UPDATE orders SET former_numbers = json_array(number + ${formerNumberShift}) WHERE number % 50 = 0`)
  } finally {
    database.close()
  }
}

export async function countRows({ reader }: Services): Promise<SeededShop['rowsByCollection']> {
  const rowsByCollection: SeededShop['rowsByCollection'] = {}
  for (const name of collectionNames) {
    const { count } = await reader
      .selectFrom(name)
      .select((build) => build.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    rowsByCollection[name] = count
  }
  return rowsByCollection
}

async function* toAsync<T>(values: Iterable<T>): AsyncGenerator<T> {
  yield* values
}
