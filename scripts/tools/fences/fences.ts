// Import rules beyond ROOMS in ../rooms/room-table.ts; the plugin in this folder reads both.

/** `files` may not import `imports`, unless `unless` matches too. All match paths from the repository's root. */
type Fence = {
  files: RegExp
  exceptFiles?: RegExp
  /** `web/device/storage/row-database.ts`, `package:rxdb` or `node:fs`. */
  imports: RegExp
  unless?: RegExp
  /** Allows `import type` and `export type`, which leave nothing in the build. */
  typesMay?: boolean
  message: string
}

export const TEST_FILES = /\.test\.tsx?$|(^|\/)test-[^/]*\.tsx?$|^web\/(e2e|testing)\//

/** Features that render part of another feature. Add a pair with the reason in the commit message. */
export const CONTAINED_FEATURES: Record<string, string[]> = {
  // Corrects a refused change in its original form.
  attention: ['customers', 'inventory', 'money', 'orders', 'tasks'],
  // The entry of a merge offers to undo it.
  activities: ['deleted'],
  assets: ['deleted'],
  // The drop-off checklist ends with the customer's signature.
  checklist: ['attachments'],
  customers: ['assets', 'deleted', 'orders'],
  estimates: ['deleted', 'lines', 'messages', 'papers'],
  flows: ['assets', 'customers', 'inventory', 'orders'],
  inventory: ['papers'],
  // Quantities are typed as in lines; the receipt stands for an invoice without a number.
  invoices: ['lines', 'messages', 'papers'],
  // A line says where its part is.
  lines: ['deleted', 'purchases'],
  messages: ['papers'],
  money: ['deleted'],
  notes: ['deleted'],
  // What was received moves its order on.
  purchases: ['orders', 'papers'],
  reports: ['orders', 'papers'],
  orders: [
    'assets',
    'attachments',
    'checklist',
    'customers',
    'deleted',
    'estimates',
    'history',
    'inventory',
    'invoices',
    'lines',
    'messages',
    'money',
    'notes',
    'sales',
    'tasks',
    'tests',
  ],
  // A sale is paid like an order, its receipt is printed, and pieces are typed as in lines.
  sales: ['lines', 'money', 'papers'],
  // A service takes a part from stock, chosen as in lines.
  services: ['lines'],
  // The shop's taxes are its mode and the list of its rates; its price list is the list of its services.
  settings: ['services', 'taxes', 'tests'],
  tasks: ['deleted'],
}

/** Where every text comes from schema/texts, so that it exists in each language. */
export const TRANSLATED_FILES = /^web\/(?:features|forms|inputs|language|list-kit|navigation|portal|session|shell|ui|voice)\/.*\.tsx?$/

export const FENCES: Fence[] = [
  {
    files: /^schema\//,
    exceptFiles: TEST_FILES,
    imports: /./,
    unless: /^schema\/|^package:(zod|node-diff3|libphonenumber-js|uuid|@messageformat\/runtime.*)$/,
    message:
      'schema is pure and shared by both sides: it imports zod, node-diff3, libphonenumber-js, uuid, the runtime of compiled texts and itself. Pass anything else in as an argument.',
  },
  {
    files: /^schema\/.*\.test\.ts$/,
    imports: /^(sync-server|web|scripts)\//,
    message: 'A test of schema knows schema only. Put a test that needs the server or the device beside their code.',
  },
  {
    files: /^web\//,
    exceptFiles: /^web\/e2e\//,
    imports: /^sync-server\//,
    message: 'The app never imports the server. Share types and rules through #schema, and talk to the server through web/api or web/device.',
  },
  {
    files: /^sync-server\//,
    imports: /^web\//,
    message: 'The server never imports the app. Move what both need to #schema.',
  },
  {
    files: /^(web|sync-server)\//,
    exceptFiles: TEST_FILES,
    imports: /^scripts\//,
    message: 'scripts stand on top of the app and the server, not below them. Move the shared part to #schema or #server.',
  },
  {
    files: /^sync-server\/routes\//,
    exceptFiles: TEST_FILES,
    imports: /^package:(kysely|better-sqlite3)$|^sync-server\/db\//,
    message: 'Routes hold no SQL. Read through sync-server/queries, write through a command in sync-server/commands.',
  },
  {
    files: /^sync-server\/routes\//,
    exceptFiles: TEST_FILES,
    imports: /^sync-server\/store\//,
    unless: /^sync-server\/store\/(write|write-rows|caller)\.ts$/,
    message: 'Routes know the way into the store only (write.ts, write-rows.ts, caller.ts). Read through sync-server/queries, write through a command.',
  },
  {
    files: /^sync-server\//,
    exceptFiles: /^sync-server\/(db\/engines\/(postgres|sqlite)\/|db\/(open|look-only)\.ts$|testing\/postgres\/)|\.test\.ts$/,
    imports: /^package:pg$|^sync-server\/db\/engines\/(postgres|sqlite)\//,
    message: 'Only the engines know a dialect. Ask for what differs by engineOf(db), and add it to Engine where it is missing.',
  },
  {
    files: /^sync-server\/(store|queries|feed|commands|operations|session|events|lists)\//,
    exceptFiles: TEST_FILES,
    imports: /^package:(hono|@hono\/.*)$/,
    message: 'Only routes know HTTP. Take plain values, return plain values or throw an AppError, and put the route into sync-server/routes.',
  },
  {
    files: /^web\//,
    exceptFiles: /^web\/device\//,
    imports: /^package:(rxdb|dexie|dexie-react-hooks|rxjs)$/,
    message: 'Only web/device knows the local database. Export a hook or a function from web/device and use that.',
  },
  {
    files: /^web\//,
    exceptFiles: TEST_FILES,
    imports: /^package:rxdb\/plugins\/dev-mode$/,
    message: 'The dev-mode plugin puts a foreign iframe into the page. Use it in tests only.',
  },
  {
    files: /^web\//,
    exceptFiles: TEST_FILES,
    imports: /^package:(@zxcvbn-ts\/.*|otpauth)$/,
    message: 'Common passwords and sign-in codes are checked by the server: their packages would weigh on every page.',
  },
  {
    files: /^web\//,
    exceptFiles: TEST_FILES,
    imports: /^node:/,
    message: 'The app runs in a browser. Use the web platform, or move this to scripts.',
  },
  {
    files: /^web\/ui\//,
    exceptFiles: TEST_FILES,
    imports: /^schema\/|^web\/(?!(?:language|ui)\/)/,
    message: 'web/ui knows no domain. Take what you need as props; an input that knows orders or phones belongs in web/inputs.',
  },
  {
    files: /^web\/portal\//,
    imports: /^web\/(device|shell|navigation|forms|list-kit|features|session)\/|^package:(rxdb|dexie|dexie-react-hooks|rxjs|zustand)$/,
    message: 'The portal ships alone, without the dashboard and its database. Use web/api, web/ui and #schema.',
  },
  {
    files: /^web\//,
    exceptFiles: /^web\/features\/all-(?:features|drafts)\.ts$/,
    imports: /^web\/features\/[^/]+\/(?:feature|drafts)\.tsx?$/,
    message: 'A feature.tsx is read by web/features/all-features.ts alone. Ask for a dialog with openDialog, and read what features declare from all-features.',
  },
  {
    files: /^web\/features\/(?!attention\/|unfinished\/)/,
    exceptFiles: TEST_FILES,
    imports: /^web\/features\/all-(?:features|drafts)\.ts$/,
    message: 'all-features stands above the features: the shell, attention and unfinished read it. A feature asks with openDialog.',
  },
  {
    files: /^web\/features\//,
    exceptFiles: TEST_FILES,
    imports: /^web\/api\/http\.ts$/,
    message: 'A feature names no path of the API. Add the call to web/api/shop-api.ts or web/api/admin-api.ts, with its types.',
  },
  {
    files: /^web\//,
    exceptFiles: /^web\/(?:portal\/)?main\.tsx$|\.test\.tsx$|^web\/testing\//,
    imports: /\.css$/,
    message: 'Styles come with the page, in web/styles: a part whose own stylesheet fails to load once stays unstyled until the next reload.',
  },
  {
    files: /^web\/features\/([^/]+\/)+([a-z-]+-)?form\.ts$|^web\/forms\/(define-form|typed-fields|phone-pair|checked-by)\.ts$/,
    imports: /^package:(react|react-dom|react-hook-form|@hookform\/.*)$|\.tsx$/,
    message: 'A form is declared without its screen: drafts and refused changes read it too. Put what needs React beside it.',
  },
  {
    files: /^web\/|^schema\/(rules|collections)\/|^schema\/api\/(administration|deleted|sync|tokens)\.ts$/,
    exceptFiles: TEST_FILES,
    imports: /^schema\/(answer-shape|api\/(answers\/[a-z-]+|auth|portal|refused-changes))\.ts$/,
    typesMay: true,
    message: 'The shapes of answers stay on the server: the app would load them all and use none. Import the type only.',
  },
  {
    files: /^(?:schema|sync-server|web|scripts)\//,
    exceptFiles: /^sync-server\/commands\/invoices\/e-invoice\/make-xml\.worker\.ts$/,
    imports: /^package:@e-invoice-eu\/core$/,
    typesMay: true,
    message: 'The library of e-invoices takes seconds and 100 MB: only its own thread loads it. Import the type only, and ask createXmlMaker.',
  },
]
