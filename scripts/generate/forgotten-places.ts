import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { type Collection, collectionToColumns } from '#schema/collection.ts'
import { collectionByName } from '#schema/collections/index.ts'
import { migrations } from '#server/db/migrate.ts'

const root = path.dirname(path.dirname(import.meta.dirname))
const collectionsFolder = 'schema/collections'
const migrationsFolder = 'sync-server/db/migrations'
const featuresFolder = 'web/features'

const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const list = (folder: string): string[] => readdirSync(path.join(root, folder)).toSorted()
const collections: readonly Collection[] = Object.values(collectionByName)

/** One sentence per missing part of a new field, entity, migration or feature, naming the file. Empty if complete. */
export function findForgottenPlaces(): string[] {
  const fileByCollection = readDeclarations()
  return [
    ...findUnlistedCollections(fileByCollection),
    ...findUnlistedMigrations(),
    ...findLackingColumns(fileByCollection),
    ...findUnlistedFeatures(),
    ...findLackingInputs(fileByCollection),
  ]
}

function readDeclarations(): Map<string, string> {
  const files = ['work', 'stock', 'people'].flatMap((folder) => list(`${collectionsFolder}/${folder}`).map((file) => `${collectionsFolder}/${folder}/${file}`))
  return new Map(
    files.flatMap((file) => [...read(file).matchAll(/defineCollection\(\{\s*name: '(\w+)'/g)].map(([, name = '']): [string, string] => [name, file])),
  )
}

const findUnlistedCollections = (fileByCollection: ReadonlyMap<string, string>): string[] =>
  [...fileByCollection].flatMap(([name, file]) =>
    Object.hasOwn(collectionByName, name) ? [] : [`${collectionsFolder}/index.ts lacks the collection ${name} of ${file}: enter it in collectionByName.`],
  )

function findUnlistedMigrations(): string[] {
  const listed = new Set(migrations.map(({ name }) => name))
  const files = readdirSync(path.join(root, migrationsFolder), { recursive: true, encoding: 'utf8' }).filter((file) => /(?<!\.test)\.ts$/.test(file))
  return files.flatMap((file) =>
    listed.has(path.basename(file, '.ts')) ? [] : [`sync-server/db/migrate.ts lacks the migration of ${migrationsFolder}/${file}: enter it in migrations.`],
  )
}

/** Compares the declarations with a migrated empty database. */
function findLackingColumns(fileByCollection: ReadonlyMap<string, string>): string[] {
  const sqlite = new BetterSqlite3(':memory:')
  try {
    for (const statement of migrations.flatMap(({ statements }) => statements)) sqlite.exec(statement)
    return collections.flatMap((collection) => {
      const { name } = collection
      const file = fileByCollection.get(name) ?? collectionsFolder
      const found = sqlite.prepare('select name from pragma_table_info(?)').pluck().all(name) as string[]
      if (found.length === 0) return [`${migrationsFolder} lacks a migration that makes the table ${name} of ${file}: npm run new-migration.`]
      const declared = collectionToColumns(collection)
      return [
        ...declared
          .filter((column) => !found.includes(column))
          .map((column) => `${migrationsFolder} lacks a migration that adds ${column} to ${name}, which ${file} declares: npm run new-migration.`),
        ...found.filter((column) => !declared.includes(column)).map((column) => `${file} lacks the field of the column ${column} that a migration makes.`),
      ]
    })
  } finally {
    sqlite.close()
  }
}

const listFeatures = (file: string): string[] => list(featuresFolder).filter((name) => existsSync(path.join(root, featuresFolder, name, file)))

const findUnlistedFeatures = (): string[] => ['feature', 'drafts'].flatMap(findUnlisted)

/** `declaration`: the name of the file in which each feature declares it, and in the plural of the list of all. */
function findUnlisted(declaration: string): string[] {
  const registryFile = `${featuresFolder}/all-${declaration === 'feature' ? 'features' : declaration}.ts`
  const registry = read(registryFile)
  const declared = /const declared = \[([^\]]*)\]/.exec(registry)?.[1] ?? ''
  return listFeatures(`${declaration}.tsx`).flatMap((name) => {
    const constant = new RegExp(`import \\{ (?:\\w+ as )?(\\w+) \\} from './${name}/${declaration}.tsx'`).exec(registry)?.[1]
    const isListed = constant !== undefined && new RegExp(`\\b${constant}\\b`).test(declared)
    return isListed ? [] : [`${registryFile} lacks the ${declaration} of ${featuresFolder}/${name}/${declaration}.tsx: enter it in declared.`]
  })
}

/**
 * Collections without a form: photographed, ticked, edited in the tree, recorded by viewing, written by buttons whose
 * refusal cannot be corrected (tills), or written by administration and the server.
 */
const withoutForm: ReadonlySet<string> = new Set([
  'attachments',
  'checklist_selections',
  'checklist_items',
  'categories',
  'employees',
  'activities',
  'passcode_views',
  'purchases',
  'purchase_lines',
  'stock_counts',
  'test_results',
  'till_days',
])

/** Fields that a form names differently; null if the context or a separate button sets them. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  payments: { orderId: null, paymentAmount: 'amount', paymentText: 'text', kind: null, refundOf: null, tillDayId: null },
  costs: { orderId: null, costAmount: 'amount', costText: 'text' },
  tasks: { orderId: null },
  order_lines: { orderId: null, returnOf: null, supply: null, supplierId: null, expectedAt: null, reference: null, serviceId: null, warrantyDays: null },
  order_notes: { orderId: null },
  // Set by recording an answer.
  estimates: { orderId: null, decidedAt: null, decidedBy: null },
  // The customer is the order's; separate buttons cancel and resend.
  messages: { orderId: null, customerId: null, estimateId: null, invoiceId: null, state: null },
  invoices: { kind: null, orderId: null, correctsId: null, lines: 'chosen' },
  assets: { customerId: null },
  // The button Take as quote and an approved estimate set it.
  orders: { kind: null, number: null, quoteFromLines: null, claimOf: null },
  products: { archived: null },
  customers: { phoneUnconfirmed: null, alternatePhoneUnconfirmed: null, emailUnconfirmed: null, strangers: null },
}

function findLackingInputs(fileByCollection: ReadonlyMap<string, string>): string[] {
  const features = listFeatures('drafts.tsx').map((name) => ({ folder: `${featuresFolder}/${name}`, text: read(`${featuresFolder}/${name}/drafts.tsx`) }))
  return collections.flatMap(({ name, fields }) => {
    if (withoutForm.has(name)) return []
    const feature = features.find(({ text }) => new RegExp(`\\brows: \\{[^]*\\b${name}: (?:\\{|correctionOf)`).test(text))
    if (feature === undefined) return [`No drafts.tsx in ${featuresFolder} corrects refused rows of ${name}: add them to its "corrects".`]
    const typed = Object.entries(fields).flatMap(([field, { writer }]) => (writer === 'client' ? [toInputName(name, field)] : []))
    return typed.flatMap((input) => (input === null ? [] : toLackingInput(feature.folder, input, fileByCollection.get(name) ?? collectionsFolder)))
  })
}

const toInputName = (collection: string, field: string): string | null => {
  const other = otherNames[collection]?.[field]
  return other === undefined ? field : other
}

function toLackingInput(folder: string, field: string, declaredIn: string): string[] {
  const files = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`)
  const form = files.find((file) => file === `${folder}/form.ts`)
  if (form !== undefined && !new RegExp(`\\b${field}\\b`).test(read(form))) return [`${form} lacks ${field}, which ${declaredIn} declares.`]
  const screens = files.filter((file) => file.endsWith('.tsx') && !/\/(?:feature|drafts)\.tsx$/.test(file))
  if (screens.some((file) => new RegExp(`['"]${field}['"]`).test(read(file)))) return []
  const dialog = screens.find((file) => file.endsWith('-fields.tsx')) ?? screens.find((file) => file.endsWith('-dialog.tsx')) ?? folder
  return [`${dialog} lacks an input for ${field}, which ${declaredIn} declares.`]
}
