import { z } from 'zod'
import type { CollectionName } from '#schema/collections/index.ts'

/** Increase it when older programs cannot read the new format. */
export const archiveVersion = 1

/** Import order: referenced collections first. Passcode views are not imported. */
export const broughtCollections = [
  'employees',
  'customers',
  'suppliers',
  'tax_rates',
  'categories',
  'products',
  'services',
  'tests',
  'checklist_items',
  'assets',
  'orders',
  'checklist_selections',
  'tasks',
  'till_days',
  'payments',
  'costs',
  'order_lines',
  'order_notes',
  'test_results',
  'estimates',
  'invoices',
  'purchases',
  'purchase_lines',
  'stock_counts',
  'messages',
  'attachments',
  'activities',
] as const satisfies readonly CollectionName[]

export type BroughtCollection = (typeof broughtCollections)[number]

export const manifestName = 'manifest.json'
export const shopName = 'shop.json'
export const peopleName = 'people.json'
export const logoName = 'logo'
export const missingFilesName = 'missing-files.csv'
export const toJsonName = (collection: string): string => `json/${collection}.json`
export const toCsvName = (collection: string): string => `csv/${collection}.csv`
export const thumbnailName = (id: string): string => `thumbnails/${id}`

/** A file name that is valid on every file system and keeps its extension. */
export const fileName = (id: string, name: string): string => `files/${id}-${name.replaceAll(/[^\p{L}\p{N}.()-]+/gu, '_').slice(-100)}`

export const manifestShape = z.object({
  program: z.literal('Mainspring', { error: 'The file is no export of Mainspring.' }),
  archiveVersion: z.int(),
  shop: z.object({ id: z.string(), code: z.string(), name: z.string() }),
  exportedAt: z.string(),
})

export const peopleShape = z.array(z.object({ id: z.string(), loginId: z.string(), name: z.string().nullable() }))

export type ArchivePerson = z.infer<typeof peopleShape>[number]

export const customerReadmeText = (
  shop: string,
  name: string,
  exportedAt: string,
): string => `What ${shop} holds of ${name}, exported by Mainspring on ${exportedAt}. All rows are as they were at one moment.

csv/    a table of each kind of row, for spreadsheets; a text that would be a formula has an apostrophe before it
json/   the same rows, exactly; a file is a JSON array with one row a line
files/  photos, documents and signatures of orders; each is named in json/attachments.json
       ${missingFilesName}, if it is here, names those whose content was not on the server, or was deleted during the export

Not in it: activities, where whoever exported may not see them; what the shop paid for parts; passcodes of devices, access codes, rows that were deleted, and links that were sent.
`

export const readmeText = (
  shop: string,
  exportedAt: string,
): string => `Everything of ${shop}, exported by Mainspring on ${exportedAt}. All rows are as they were at one moment.

csv/    a table of each kind of row, for spreadsheets; a text that would be a formula has an apostrophe before it
json/   the same rows, exactly; a file is a JSON array with one row a line
files/  photos, documents and signatures of orders; each is named in json/attachments.json
       ${missingFilesName}, if it is here, names those whose content was not on the server, or was deleted during the export
shop.json, people.json, logo: the shop's own data, and who did what

Not in it: activities, where whoever exported may not see them; passcodes of devices, access codes and passwords, rows that were deleted, and links that were sent to customers.

npm run import -- <this file> --shop <code> takes it into an empty shop of another Mainspring, row for row.
`
