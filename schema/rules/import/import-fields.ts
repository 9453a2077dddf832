import { foldText } from '../../values/customer-match.ts'

export const importKinds = ['customers', 'orders', 'products'] as const

export type ImportKind = (typeof importKinds)[number]

export type ImportField = {
  name: string
  label: string
  /** Folded headers of other systems' exports; the label always counts too. */
  headers: readonly string[]
}

const field = (name: string, label: string, headers: readonly string[]): ImportField => ({ name, label, headers: [label, ...headers].map(foldHeader) })

/** 'E-Mail address *' and 'email_address' are equal. */
export const foldHeader = (header: string): string =>
  foldText(header)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/*
 * Sources of headers: Orderry's page on importing contacts (help.orderry.com/en/articles/9134413) and RepairShopr's
 * page on customers (feedback.repairshopr.com, article 1925305). RepairDesk has no public page; its columns can be
 * chosen by the user.
 */
const firstName = field('firstName', 'First name', ['firstname', 'given name', 'forename', 'customer first name', 'vorname', 'prenom'])
const lastName = field('lastName', 'Last name', ['lastname', 'surname', 'family name', 'customer last name', 'nachname', 'nom'])
const company = field('company', 'Company', [
  'business name',
  'business and full name',
  'business then name',
  'organization',
  'organisation',
  'organization name',
  'company name',
  'customer business',
  'firma',
])
const email = field('email', 'Email', ['e mail', 'email address', 'customer email', 'contact email', 'mail'])
/** Also match a second number, if another column already fills the first. */
const phoneHeaders = [
  'phone number',
  'mobile',
  'mobile number',
  'mobile phone',
  'cell',
  'cell phone',
  'telephone',
  'tel',
  'phone 1',
  'primary phone',
  'customer phone',
  'customer mobile',
  'contact phone',
  'client phone',
  'telefon',
  'handy',
  'telefono',
]
const phone = field('phone', 'Phone', phoneHeaders)
const createdAt = field('createdAt', 'Created', [
  'created at',
  'created on',
  'created date',
  'date created',
  'creation date',
  'order creation date',
  'date',
  'date in',
  'check in date',
  'registered',
  'customer since',
  'erstellt',
  'datum',
])

const customerFields: readonly ImportField[] = [
  field('name', 'Name', ['full name', 'fullname', 'customer', 'customer name', 'client', 'client name', 'contact', 'contact name', 'kunde']),
  firstName,
  lastName,
  company,
  phone,
  field('alternatePhone', 'Alternate phone', [
    'phone 2',
    'alt phone',
    'secondary phone',
    'other phone',
    'home phone',
    'work phone',
    'landline',
    'office phone',
    ...phoneHeaders,
  ]),
  email,
  field('address', 'Address', ['street', 'address 1', 'address line 1', 'street address', 'address1', 'adresse', 'strasse']),
  field('address2', 'Address, second line', ['address 2', 'address line 2', 'address2']),
  field('city', 'City', ['town', 'ort', 'stadt', 'ville']),
  field('state', 'State', ['region', 'province', 'county']),
  field('zip', 'Postal code', ['zip', 'zip code', 'postcode', 'post code', 'plz']),
  field('notes', 'Notes', ['note', 'comment', 'comments', 'customer notes', 'notizen', 'remark', 'remarks']),
  field('externalId', 'Number there', ['id', 'customer id', 'client id', 'contact id', 'customer number', 'kundennummer']),
  createdAt,
]

const orderFields: readonly ImportField[] = [
  field('ticket', 'Ticket number', [
    'number',
    'no',
    'ticket',
    'ticket id',
    'ticket no',
    'order',
    'order id',
    'order no',
    'order number',
    'job number',
    'job id',
    'repair id',
    'id',
    'work order',
    'auftragsnummer',
  ]),
  field('name', 'Customer', ['customer name', 'client', 'client name', 'name', 'full name', 'customer full name', 'customer business then name', 'kunde']),
  firstName,
  lastName,
  company,
  phone,
  email,
  field('device', 'Device', [
    'device details',
    'device name',
    'item',
    'item details',
    'item name',
    'asset',
    'asset name',
    'assets',
    'device model',
    'product',
    'repair item',
    'gerat',
  ]),
  field('brand', 'Brand', ['make', 'manufacturer', 'device brand', 'marke', 'hersteller']),
  field('model', 'Model', ['device type', 'model name', 'modell']),
  field('serial', 'Serial number', ['serial', 'imei', 'imei serial', 'serial imei', 'serial no', 'imei sn', 'sn', 'seriennummer']),
  field('issue', 'Issue', [
    'issue description',
    'problem',
    'problem description',
    'subject',
    'ticket subject',
    'malfunction',
    'defect',
    'fault',
    'description',
    'service',
    'repair',
    'initial issue',
    'client malfunction',
    'problem type',
    'fehler',
  ]),
  field('status', 'Status', ['order status', 'ticket status', 'repair status', 'state', 'stage']),
  field('quote', 'Quote', ['quoted cost', 'estimate', 'estimated cost', 'price', 'total', 'order total', 'grand total', 'amount', 'repair price', 'preis']),
  field('paid', 'Paid', ['payment', 'payments', 'total payments', 'amount paid', 'total paid', 'prepayment', 'deposit', 'bezahlt']),
  field('cost', 'Cost', ['costs', 'total costs', 'parts cost', 'cost price', 'kosten']),
  field('due', 'Due', ['due date', 'due by', 'due on', 'deadline', 'promised', 'scheduled', 'faellig', 'fallig']),
  field('assignee', 'Assigned to', ['assign to', 'assignee', 'technician', 'engineer', 'specialist', 'user', 'employee', 'ticket assigned to']),
  field('notes', 'Notes', ['note', 'order notes', 'comment', 'comments', 'diagnostic notes', 'diagnosis', 'internal notes', 'engineer notes', 'notizen']),
  createdAt,
]

const productFields: readonly ImportField[] = [
  field('name', 'Name', ['product', 'product name', 'item', 'item name', 'title', 'bezeichnung', 'artikel']),
  field('sku', 'SKU', [
    'upc',
    'upc code',
    'upc sku',
    'barcode',
    'code',
    'product code',
    'item code',
    'ean',
    'article',
    'article number',
    'part number',
    'id',
    'artikelnummer',
  ]),
  field('category', 'Category', ['product category', 'item category', 'category name', 'categories', 'category path', 'group', 'kategorie', 'warengruppe']),
  field('supplier', 'Supplier', ['vendor', 'supplier name', 'vendor name', 'primary supplier', 'lieferant']),
  field('count', 'Inventory count', [
    'quantity',
    'qty',
    'stock',
    'in stock',
    'stock quantity',
    'quantity in stock',
    'quantity on hand',
    'on hand',
    'on hand qty',
    'residue',
    'balance',
    'bestand',
    'menge',
  ]),
  field('reorderPoint', 'Reorder point', [
    'reorder at',
    'reorder level',
    'low stock',
    'minimum',
    'min stock',
    'stock warning',
    'minimum stock',
    'required residue',
  ]),
  field('costPrice', 'Cost price', ['cost', 'price cost', 'unit cost', 'purchase price', 'buying price', 'purchase cost', 'einkaufspreis', 'ek']),
  field('salePrice', 'Sale price', [
    'price',
    'price retail',
    'retail price',
    'selling price',
    'unit price',
    'retail',
    'sales price',
    'verkaufspreis',
    'vk',
    'preis',
  ]),
  field('description', 'Description', ['details', 'long description', 'notes', 'comment', 'beschreibung']),
]

export const importFields: Readonly<Record<ImportKind, readonly ImportField[]>> = { customers: customerFields, orders: orderFields, products: productFields }

export type ImportColumn = { header: string; field: string | null }

/** Uses each field once, for its best header; unknown columns get null. */
export function guessColumns(kind: ImportKind, headers: readonly string[]): ImportColumn[] {
  const fields = importFields[kind]
  const placeOf = new Map<number, string>()
  const folded = headers.map(foldHeader)
  for (const { name, headers: known } of fields) {
    const found = known.flatMap((text) => {
      const place = folded.findIndex((header, at) => header === text && !placeOf.has(at))
      return place === -1 ? [] : [place]
    })[0]
    if (found !== undefined) placeOf.set(found, name)
  }
  return headers.map((header, place) => ({ header, field: placeOf.get(place) ?? null }))
}

/** The user's choice applied to the file's columns: by header, equal headers in order. */
export function chooseColumns(headers: readonly string[], chosen: readonly ImportColumn[]): ImportColumn[] {
  const left = [...chosen]
  return headers.map((header) => {
    const place = left.findIndex((column) => column.header === header)
    const [column] = place === -1 ? [] : left.splice(place, 1)
    return { header, field: column?.field ?? null }
  })
}

const nameParts = ['name', 'firstName', 'lastName', 'company']

export function findColumnsIssue(kind: ImportKind, columns: readonly ImportColumn[]): string | undefined {
  const used = columns.flatMap(({ field }) => field ?? [])
  const known = new Set(importFields[kind].map(({ name }) => name))
  const strange = used.find((name) => !known.has(name))
  if (strange !== undefined) return `There is no field '${strange}' of ${kind}.`
  const twice = used.find((name, place) => used.indexOf(name) !== place)
  if (twice !== undefined) return `Two columns are chosen as ${importFields[kind].find(({ name }) => name === twice)?.label ?? twice}. Choose one of them.`
  const has = (...names: readonly string[]): boolean => names.some((name) => used.includes(name))
  if (kind === 'products') return has('name') ? undefined : 'Choose the column that holds the name of the product.'
  if (kind === 'customers') return has(...nameParts, 'phone', 'email') ? undefined : 'Choose the column that holds the name of the customer.'
  if (!has(...nameParts, 'phone', 'email')) return 'Choose the column that holds the customer of the order.'
  return has('device', 'brand', 'model', 'issue') ? undefined : 'Choose the column that holds the device or the issue of the order.'
}
