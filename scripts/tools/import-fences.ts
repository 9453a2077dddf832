import path from 'node:path'

// An oxlint plugin. The built-in no-restricted-imports sees neither `import()` nor where a relative path leads,
// and every override has to repeat all its patterns; here each fence is one entry, checked on the resolved target.

/** One fence: `files` may not import `imports` (unless `unless` matches too). All three match paths from the repository's root. */
type Fence = {
  files: RegExp
  exceptFiles?: RegExp
  /** A path such as `web/device/storage/row-database.ts`, or `package:rxdb`, or `node:fs`. */
  imports: RegExp
  unless?: RegExp
  /** Types may cross: `import type` and `export type` leave nothing behind in what is built. */
  typesMay?: boolean
  message: string
}

const TEST_FILES = /\.test\.tsx?$|(^|\/)test-[^/]*\.tsx?$|^web\/e2e\//

/** Features that really contain a part of another feature's screen. Add a pair here, with the reason in the commit. */
const CONTAINED_FEATURES: Record<string, string[]> = {
  // Corrects a refused change in the form that made it.
  attention: ['customers', 'inventory', 'money', 'orders', 'tasks'],
  customers: ['deleted', 'orders'],
  flows: ['customers', 'inventory', 'orders'],
  money: ['deleted'],
  orders: ['checklist', 'customers', 'deleted', 'history', 'inventory', 'money', 'tasks'],
  tasks: ['deleted'],
}

/**
 * Rooms of the server, and which of them each may import, types too: only rooms above it in this list, so that none needs another in
 * a circle. Files at the top of sync-server are free: `services.ts` and the like lie below all rooms, `app.ts` and `main.ts` above.
 */
export const SERVER_ROOMS: Readonly<Record<string, readonly string[]>> = {
  db: [],
  lists: [],
  events: [],
  static: [],
  store: ['db'],
  queries: ['db', 'lists', 'store'],
  session: ['db', 'queries'],
  http: ['session'],
  portal: ['db', 'queries', 'session', 'store'],
  feed: ['db', 'events', 'queries', 'store'],
  commands: ['db', 'queries', 'session', 'store'],
  operations: ['db', 'commands', 'portal', 'session', 'store'],
  registry: ['lists', 'portal', 'session'],
  openapi: ['registry'],
  routes: ['lists', 'store', 'queries', 'session', 'http', 'portal', 'feed', 'commands', 'operations', 'registry', 'openapi'],
}

const FENCES: Fence[] = [
  {
    files: /^schema\//,
    exceptFiles: TEST_FILES,
    imports: /./,
    unless: /^schema\/|^package:(zod|node-diff3|libphonenumber-js)$/,
    message: 'schema is pure and shared by both sides: it imports zod, node-diff3, libphonenumber-js and itself. Pass anything else in as an argument.',
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
    imports: /^schema\/|^web\/(?!ui\/)/,
    message: 'web/ui knows no domain. Take what you need as props; an input that knows orders or phones belongs in web/inputs.',
  },
  {
    files: /^web\/portal\//,
    imports: /^web\/(device|shell|navigation|forms|list-kit|features|session)\/|^package:(rxdb|dexie|dexie-react-hooks|rxjs|zustand)$/,
    message: 'The portal ships alone, without the dashboard and its database. Use web/api, web/ui and #schema.',
  },
  {
    files: /^web\/(device|api|session|navigation|forms|list-kit|inputs|voice)\//,
    exceptFiles: TEST_FILES,
    imports: /^web\/(shell|features|portal)\//,
    message: 'This folder lies below the screens. Let the screen call it, or pass a callback in.',
  },
  {
    files: /^web\//,
    exceptFiles: /^web\/features\/all-features\.ts$/,
    imports: /^web\/features\/[^/]+\/feature\.tsx?$/,
    message: 'A feature.tsx is read by web/features/all-features.ts alone. Ask for a dialog with openDialog, and read what features declare from all-features.',
  },
  {
    files: /^web\/features\/(?!attention\/|unfinished\/)/,
    exceptFiles: TEST_FILES,
    imports: /^web\/features\/all-features\.ts$/,
    message: 'all-features stands above the features: the shell, attention and unfinished read it. A feature asks with openDialog.',
  },
  {
    files: /^web\/features\//,
    imports: /^web\/shell\//,
    message: 'The shell stands above the features. Say what the shell is to show in the feature.tsx.',
  },
  {
    files: /^web\/features\//,
    exceptFiles: TEST_FILES,
    imports: /^web\/api\/http\.ts$/,
    message: 'A feature names no path of the API. Add the call to web/api/shop-api.ts or web/api/admin-api.ts, with its types.',
  },
  {
    files: /^web\/features\/([^/]+\/)+([a-z-]+-)?form\.ts$|^web\/forms\/(define-form|typed-fields|phone-pair|checked-by)\.ts$/,
    imports: /^package:(react|react-dom|react-router|react-hook-form|@hookform\/.*)$|\.tsx$/,
    typesMay: true,
    message: 'A form is declared without its screen: drafts and refused changes read it too. Put what needs React beside it.',
  },
  {
    files: /^web\/|^schema\/(rules|collections)\/|^schema\/api\/(administration|deleted|sync|tokens)\.ts$/,
    exceptFiles: TEST_FILES,
    imports: /^schema\/(answer-shape|api\/(answers\/[a-z-]+|auth|portal|refused-changes))\.ts$/,
    typesMay: true,
    message: 'The shapes of answers stay on the server: the app would load them all and use none. Import the type only.',
  },
]

type ImportProblem = { message: string }

/**
 * Tells what is wrong with one import, or nothing.
 * @param file importing file, from the repository's root, with forward slashes
 */
export function findImportProblem(file: string, specifier: string, isTypeOnly = false): ImportProblem | undefined {
  const target = specifierToTarget(file, specifier)
  const forms = packageForms(target)
  const fence = FENCES.find(
    ({ files, exceptFiles, imports, unless, typesMay }) =>
      !(typesMay && isTypeOnly) &&
      files.test(file) &&
      !exceptFiles?.test(file) &&
      forms.some((form) => imports.test(form)) &&
      !forms.some((form) => unless?.test(form)),
  )
  if (fence) return { message: fence.message }

  const feature = featureOf(file)
  const otherFeature = featureOf(target)
  if (feature && otherFeature && feature !== otherFeature && !CONTAINED_FEATURES[feature]?.includes(otherFeature)) {
    return {
      message: `The feature ${feature} may not import the feature ${otherFeature}. Move the shared part to web/inputs, web/forms or web/device, or list the pair in scripts/tools/import-fences.ts if the screen really contains it.`,
    }
  }

  const room = serverRoomOf(file)
  const otherRoom = serverRoomOf(target)
  if (room && otherRoom && room !== otherRoom && !TEST_FILES.test(file) && !SERVER_ROOMS[room]?.includes(otherRoom)) {
    return {
      message: `sync-server/${room} may not import sync-server/${otherRoom}. Move what both need into a room below them, or change SERVER_ROOMS in scripts/tools/import-fences.ts with the reason.`,
    }
  }

  const isRelative = specifier.startsWith('.')
  const isRootFile = !file.includes('/')
  if (isRelative && !isRootFile && topFolder(target) !== topFolder(file)) {
    return { message: 'Across top folders use the package path: #schema/…, #server/…, #web/… or #scripts/….' }
  }
  if ((isRelative || specifier.startsWith('#')) && !/\.[a-z0-9]+$/.test(target)) {
    return { message: 'Write the file extension: Node runs these files as they are.' }
  }
  return undefined
}

const PACKAGE_PATHS: [prefix: string, folder: string][] = [
  ['#schema/', 'schema/'],
  ['#server/', 'sync-server/'],
  ['#web/', 'web/'],
  ['#scripts/', 'scripts/'],
]

function specifierToTarget(file: string, specifier: string): string {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return path.posix.join(path.posix.dirname(file), bare)
  if (bare.startsWith('node:')) return bare
  for (const [prefix, folder] of PACKAGE_PATHS) {
    if (bare.startsWith(prefix)) return path.posix.normalize(folder + bare.slice(prefix.length))
  }
  return `package:${bare}`
}

/** A fence may name a package or one of its entries, so `rxdb/plugins/core` is checked as that and as `rxdb`. */
function packageForms(target: string): string[] {
  const name = /^package:(@[^/]+\/[^/]+|[^/]+)/.exec(target)?.[0]
  return name ? [name, target] : [target]
}

function featureOf(file: string): string | undefined {
  return /^web\/features\/([^/]+)\//.exec(file)?.[1]
}

function serverRoomOf(file: string): string | undefined {
  return /^sync-server\/([^/]+)\//.exec(file)?.[1]
}

function topFolder(file: string): string | undefined {
  return file.split('/')[0]
}

// The slice of oxlint's plugin interface that is used here (the same shape as ESLint's).
type SourceNode = { type: string; source?: { value?: unknown } | null; importKind?: string; exportKind?: string }
type CallNode = {
  callee: { type: string; name?: string; object?: { name?: string }; property?: { name?: string } }
  arguments: unknown[]
}
type RuleContext = { filename: string; report: (problem: { node: object; message: string }) => void }

const REPOSITORY_ROOT = path.dirname(path.dirname(import.meta.dirname))

function fileOf(context: RuleContext): string {
  return path.relative(REPOSITORY_ROOT, context.filename).replaceAll(path.sep, '/')
}

const isTypeOnly = ({ type, importKind, exportKind }: SourceNode): boolean => type === 'TSImportType' || importKind === 'type' || exportKind === 'type'

const importsRule = {
  create(context: RuleContext) {
    const file = fileOf(context)
    const check = (node: SourceNode): void => {
      const specifier = node.source?.value
      if (typeof specifier !== 'string') return
      const problem = findImportProblem(file, specifier, isTypeOnly(node))
      if (problem) context.report({ node: node.source ?? node, message: `${problem.message} (${specifier})` })
    }
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    }
  },
}

const IMPURE_CALLS = new Set(['Date.now', 'Math.random'])

const pureSchemaRule = {
  create(context: RuleContext) {
    const file = fileOf(context)
    if (!file.startsWith('schema/') || TEST_FILES.test(file)) return {}
    const message = 'schema has no clock and no chance of its own: take the time or the random value as an argument.'
    return {
      CallExpression(node: CallNode): void {
        const { callee } = node
        const name = callee.type === 'MemberExpression' ? `${callee.object?.name}.${callee.property?.name}` : callee.name
        if (name === 'Date' || IMPURE_CALLS.has(String(name))) context.report({ node, message })
      },
      NewExpression(node: CallNode): void {
        if (node.callee.name === 'Date' && node.arguments.length === 0) context.report({ node, message })
      },
    }
  },
}

// oxlint loads a plugin by its default export.
export default {
  meta: { name: 'fences' },
  rules: { imports: importsRule, 'pure-schema': pureSchemaRule },
}
