import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultClientConditions, parseAst, type Plugin } from 'vite'

const root = path.resolve(import.meta.dirname, '../../..')

type Slimming = {
  /** Paths inside node_modules. */
  files: RegExp
  slim: (code: string) => string
}

const absentNote = "throw new Error('This part of a package was left out of the app (scripts/tools/build/slim-packages.ts)')"

/**
 * Unused parts of packages that tree shaking keeps. Removed parts throw when called; `slim-packages.test.ts` compares
 * the rest with the originals.
 */
const slimmings: readonly Slimming[] = [
  // JSON Schema is only used by the server; zod links it to every schema.
  { files: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/, slim: (code) => listExports(code).map(toAbsent).join('\n') },
  // Only RxDB's internal documents are queried, with few operators.
  {
    files: /\/rxdb\/dist\/esm\/rx-query-mingo\.js$/,
    slim: () => `export { toMatcher as getMingoQuery } from ${JSON.stringify(path.join(root, 'web/device/rows/rxdb-matcher.ts'))}`,
  },
  {
    files: /\/rxdb\/dist\/esm\/rx-query-helper\.js$/,
    slim: (code) => code.replace("'mingo/util'", JSON.stringify(path.join(root, 'web/device/rows/rxdb-matcher.ts'))),
  },
  // Rows bypass RxDB (`row-database.ts`), so it runs no collection queries; its internal documents can be scanned.
  { files: /\/rxdb\/dist\/esm\/rx-query\.js$/, slim: keepEmptyClass('RxQueryBase') },
  {
    files: /\/rxdb\/dist\/esm\/query-planner\.js$/,
    slim: (code) => [...(code.match(/^export var (?:LOGICAL_OPERATORS|INDEX_M\w+) = .*$/gm) ?? []), 'export const getQueryPlan = () => undefined'].join('\n'),
  },
  // It neither returns nor changes documents, and keeps no events.
  { files: /\/rxdb\/dist\/esm\/incremental-write\.js$/, slim: keepEmptyClass('IncrementalWriteQueue') },
  { files: /\/rxdb\/dist\/esm\/doc-cache\.js$/, slim: keepEmptyClass('DocumentCache') },
  { files: /\/rxdb\/dist\/esm\/change-event-buffer\.js$/, slim: () => 'export const createChangeEventBuffer = () => ({ close() {} })' },
  { files: /\/rxdb\/dist\/esm\/rx-document-prototype-merge\.js$/, slim: keepEmptyClass() },
  {
    files: /\/rxdb\/dist\/esm\/rx-document\.js$/,
    slim: (code) =>
      listExports(code)
        .map((name) => (name === 'basePrototype' ? 'export const basePrototype = {}' : toThrowing(name)))
        .join('\n'),
  },
  // No observable is created from a stream.
  {
    files: /\/rxjs\/dist\/esm\/internal\/util\/isReadableStreamLike\.js$/,
    slim: () => [toThrowing('readableStreamLikeToAsyncGenerator'), 'export const isReadableStreamLike = () => false'].join('\n'),
  },
  // The row database is opened with `eventReduce: false`.
  { files: /\/event-reduce-js\/dist\/esm\/src\/index\.js$/, slim: () => ['calculateActionName', 'runAction'].map(toAbsent).join('\n') },
  // Live queries read the database again: they are few, and the cache of their results weighs 2 kB.
  { files: /\/dexie\/dist\/modern\/dexie\.mjs$/, slim: dropCache },
  // The app uses a quarter of Tailwind's properties.
  { files: /\/tailwind-merge\/dist\/bundle-mjs\.mjs$/, slim: dropClassGroups },
  // Menus and popovers are not modal here: the page stays visible to screen readers and scrolls.
  { files: /\/@radix-ui\/react-(?:menu|popover)\/dist\/index\.mjs$/, slim: (code) => dropModality(dropNames(code)) },
  { files: /\/@radix-ui\/[^/]+\/dist\/index\.mjs$/, slim: dropNames },
]

export const slimModule = (code: string, id: string): string | undefined => slimmings.find(({ files }) => files.test(id.replaceAll('\\', '/')))?.slim(code)

/** Importing icons one by one saves the build from reading two thousand files. */
function readIconFiles(): Map<string, string> {
  const list = readFileSync(path.join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8')
  const files = [...list.matchAll(/^export \{([^}]*)\} from ['"]\.\/icons\/([\w-]+)\.mjs['"];?$/gm)]
  return new Map(
    files.flatMap(([, names = '', file = '']) => names.split(',').map((name): [string, string] => [name.trim().replace(/^default as /, ''), file])),
  )
}

/** Rewrites `import { Check as Tick } from 'lucide-react'` to the icon's own file. */
export function splitIconImports(code: string, fileByIcon: ReadonlyMap<string, string>): string {
  return code.replace(/^import \{([^}]*)\} from 'lucide-react'$/gm, (_, names: string) => {
    const parts = names.split(',').map((name) => name.trim().split(' as '))
    return parts
      .filter(([icon = '']) => icon !== '' && !icon.startsWith('type '))
      .map(([icon = '', local = icon]) => `import ${local} from 'lucide-react/icons/${fileByIcon.get(icon) ?? absentIcon(icon)}'`)
      .join(';')
  })
}

/** Rewrites `import { v7 } from 'uuid'` to its own file: the index would share one chunk between pages. */
export const splitIdImports = (code: string): string =>
  code.replace(/^import \{ (v[57])(?:, (v[57]))? \} from 'uuid'$/gm, (_, ...names: (string | undefined)[]) =>
    names
      .slice(0, 2)
      .filter((name) => name !== undefined)
      .map((name) => `import ${name} from ${JSON.stringify(path.join(root, `node_modules/uuid/dist/${name}.js`))}`)
      .join(';'),
  )

function absentIcon(icon: string): never {
  throw new Error(`lucide-react has no icon ${icon}`)
}

export function slimPackages(): Plugin {
  const fileByIcon = readIconFiles()
  return {
    name: 'mainspring-slim-packages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        conditions: ['es2015', ...defaultClientConditions],
        // Dexie's package exports select the build for old browsers.
        alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }],
      },
    }),
    transform: {
      filter: { id: [/node_modules/, /\/(?:web|schema)\/.*\.tsx?$/] },
      handler(code, id) {
        if (!id.includes('node_modules')) {
          return /'(?:lucide-react|uuid)'/.test(code) ? { code: splitIdImports(splitIconImports(code, fileByIcon)), map: null } : undefined
        }
        const slim = slimModule(code, id)
        return slim === undefined ? undefined : { code: slim, map: null }
      },
    },
  }
}

/** Dexie without its cache of query results: live queries subscribe to what they read themselves, not through the cache. */
function dropCache(code: string): string {
  const cuts = [
    ['        this.use(cacheMiddleware);\n', ''],
    ['let cachable = isCachableContext(PSD, table) &&\n                            isCachableRequest(method, req);', 'const cachable = false;'],
  ] as const
  return cuts.reduce((text, [part, without]) => {
    if (!text.includes(part)) throw new Error(`Dexie has no "${part.trim()}" any more`)
    return text.replace(part, without)
  }, code)
}

/** Debugger names: these calls keep unused components in the build. */
function dropNames(code: string): string {
  return code.replaceAll(/^\s*__name\(\w+, "[^"]*"\);$/gm, '').replace(/^var __name = .*$/m, 'var __name = (target) => target;')
}

const modalImports = { 'aria-hidden': 'hideOthers', 'react-remove-scroll': 'RemoveScroll' }

/** A modal menu or popover throws when opened. */
function dropModality(code: string): string {
  return Object.entries(modalImports).reduce((text, [from, name]) => {
    const line = `import { ${name} } from "${from}";`
    if (!text.includes(line)) throw new Error(`Radix does without ${name} of ${from} now`)
    return text.replace(line, `const ${name} = () => { ${absentNote} };`)
  }, code)
}

type Node = { type: string; start: number; end: number }
type ObjectProperty = Node & { key: { name?: string; value?: unknown }; value: Node }

const isProperty = (value: unknown): value is ObjectProperty => typeof value === 'object' && value !== null && 'type' in value && value.type === 'Property'

/** Keeps only the class groups that the app uses. */
function dropClassGroups(code: string): string {
  const dropped: Node[] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    if (isProperty(node) && node.key.name === 'classGroups' && 'properties' in node.value && Array.isArray(node.value.properties)) {
      const groups = node.value.properties.filter(isProperty)
      dropped.push(...groups.filter(({ key }) => !keptClassGroups.has(String(key.name ?? key.value))))
    } else for (const inner of Object.values(node)) visit(inner)
  }
  visit(parseAst(code))
  if (dropped.length === 0) throw new Error('tailwind-merge keeps its groups of classes in another way now')
  // Back to front, so that offsets stay valid; removes the comma too.
  return dropped.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

export function listExports(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:async )?(?:const|let|var|function|class) (\w+)/gm)].map(([, name = '']) => name)
  const listed = [...code.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(/ as /).at(-1) ?? ''),
  )
  return [...declared, ...listed]
}

/** For the class that RxDB instantiates but the app never calls: an empty class; everything else throws. */
function keepEmptyClass(kept?: string): (code: string) => string {
  return (code) =>
    listExports(code)
      .map((name) => (name === kept ? `export class ${name} {}` : toThrowing(name)))
      .join('\n')
}

const toThrowing = (name: string): string => `export const ${name} = () => { ${absentNote} }`

const toAbsent = (name: string): string =>
  // zod only passes these methods on, so they throw when called.
  name.startsWith('create') ? `export const ${name} = () => () => { ${absentNote} }` : toThrowing(name)

/** tailwind-merge groups that this app uses; `slim-packages.test.ts` names a missing one. */
const keptClassGroups: ReadonlySet<string> = new Set(
  `display sr overflow overflow-x overflow-y overscroll position inset inset-x inset-y top right bottom left visibility z basis flex-direction
  flex-wrap flex shrink order grid-cols col-start col-start-end gap gap-x gap-y justify-content justify-self align-content align-items align-self p px
  py pt pr pb pl m mx my mt mr mb ml size w min-w max-w h min-h max-h font-size font-weight font-family fvn-normal fvn-spacing tracking
  line-clamp leading list-style-type text-alignment text-color text-decoration underline-offset text-transform text-overflow text-wrap
  vertical-align whitespace break wrap hyphens bg-color rounded rounded-r rounded-l border-w border-w-y border-w-t border-w-r border-w-b border-w-l divide-y columns break-inside
  border-style border-color divide-color outline-style outline-offset outline-w outline-color shadow-color ring-w ring-color opacity filter
  border-collapse border-spacing table-layout transition animate rotate transform translate-x translate-y accent appearance cursor
  aspect field-sizing object-fit pointer-events resize scroll-my scroll-mt scroll-px
  snap-align snap-type snap-strictness overscroll-y touch select fill stroke`.split(/\s+/),
)
