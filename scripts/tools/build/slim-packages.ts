import { readFileSync } from 'node:fs'
import path from 'node:path'
import { defaultClientConditions, parseAst, type Plugin } from 'vite'
import { keptClassGroups } from './class-groups.ts'
import { slimDexie } from './slim-dexie.ts'

const root = path.resolve(import.meta.dirname, '../../..')

type Slimming = {
  /** Paths inside node_modules. */
  files: RegExp
  /** The module's text as the app gets it. */
  slim: (code: string) => string
}

const absentNote = "throw new Error('This part of a package was left out of the app (scripts/tools/build/slim-packages.ts)')"

/**
 * Parts of packages that the app never calls and that no import can leave out. What is left out throws when it is called all the
 * same; tests hold what stays to what the packages do (`slim-packages.test.ts`).
 */
const slimmings: readonly Slimming[] = [
  // The description of the API is the server's work; zod ties it to every schema.
  { files: /\/zod\/v4\/core\/(?:to-json-schema|json-schema-processors)\.js$/, slim: (code) => listExports(code).map(toAbsent).join('\n') },
  // RxDB's own notes are all that is queried, by a few operators.
  {
    files: /\/rxdb\/dist\/esm\/rx-query-mingo\.js$/,
    slim: () => `export { toMatcher as getMingoQuery } from ${JSON.stringify(path.join(root, 'web/device/rows/rxdb-matcher.ts'))}`,
  },
  {
    files: /\/rxdb\/dist\/esm\/rx-query-helper\.js$/,
    slim: (code) => code.replace("'mingo/util'", JSON.stringify(path.join(root, 'web/device/rows/rxdb-matcher.ts'))),
  },
  // Rows are read past RxDB (`row-database.ts`): it makes no queries of collections, and its notes are few enough to look at each.
  { files: /\/rxdb\/dist\/esm\/rx-query\.js$/, slim: keepEmptyClass('RxQueryBase') },
  {
    files: /\/rxdb\/dist\/esm\/query-planner\.js$/,
    slim: (code) => [...(code.match(/^export var (?:LOGICAL_OPERATORS|INDEX_M\w+) = .*$/gm) ?? []), 'export const getQueryPlan = () => undefined'].join('\n'),
  },
  // Nor does it hand out or change documents, or remember what happened to them.
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
  // Nothing that is observed comes from a stream.
  {
    files: /\/rxjs\/dist\/esm\/internal\/util\/isReadableStreamLike\.js$/,
    slim: () => [toThrowing('readableStreamLikeToAsyncGenerator'), 'export const isReadableStreamLike = () => false'].join('\n'),
  },
  // The row database is opened with `eventReduce: false`.
  { files: /\/event-reduce-js\/dist\/esm\/src\/index\.js$/, slim: () => ['calculateActionName', 'runAction'].map(toAbsent).join('\n') },
  // Every browser that the build is for has a BroadcastChannel; an absent method is not chosen.
  {
    files: /\/broadcast-channel\/dist\/esbrowser\/methods\/(?:indexed-db|localstorage|simulate)\.js$/,
    slim: (code) =>
      listExports(code)
        .filter((name) => name.endsWith('Method'))
        .map((name) => `export const ${name} = undefined`)
        .join('\n'),
  },
  { files: /\/dexie\/dist\/modern\/dexie\.mjs$/, slim: slimDexie },
  // Three quarters of Tailwind's properties are set nowhere here.
  { files: /\/tailwind-merge\/dist\/bundle-mjs\.mjs$/, slim: dropClassGroups },
  // Menus and popovers here let the page behind them be used: nothing of it is hidden from screen readers, and it scrolls.
  { files: /\/@radix-ui\/react-(?:menu|popover)\/dist\/index\.mjs$/, slim: (code) => dropModality(dropNames(code)) },
  { files: /\/@radix-ui\/[^/]+\/dist\/index\.mjs$/, slim: dropNames },
]

/** A module of node_modules as the app gets it; undefined where it is left as it is. */
export const slimModule = (code: string, id: string): string | undefined => slimmings.find(({ files }) => files.test(id.replaceAll('\\', '/')))?.slim(code)

/** The file of each icon; imported one by one, the build need not read two thousand. */
function readIconFiles(): Map<string, string> {
  const list = readFileSync(path.join(root, 'node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8')
  const files = [...list.matchAll(/^export \{([^}]*)\} from ['"]\.\/icons\/([\w-]+)\.mjs['"];?$/gm)]
  return new Map(
    files.flatMap(([, names = '', file = '']) => names.split(',').map((name): [string, string] => [name.trim().replace(/^default as /, ''), file])),
  )
}

/** `import { Check as Tick } from 'lucide-react'` as imports of the icons' own files. */
export function splitIconImports(code: string, fileByIcon: ReadonlyMap<string, string>): string {
  return code.replace(/^import \{([^}]*)\} from 'lucide-react'$/gm, (_, names: string) => {
    const parts = names.split(',').map((name) => name.trim().split(' as '))
    return parts
      .filter(([icon = '']) => icon !== '' && !icon.startsWith('type '))
      .map(([icon = '', local = icon]) => `import ${local} from 'lucide-react/icons/${fileByIcon.get(icon) ?? absentIcon(icon)}'`)
      .join(';')
  })
}

/** `import { v7 } from 'uuid'` as the import of its own file: through the list of all, one page would carry what another makes ids with. */
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

/** Leaves out of the web app what it never calls of its packages, and takes RxJS and Dexie as they are written for today's browsers. */
export function slimPackages(): Plugin {
  const fileByIcon = readIconFiles()
  return {
    name: 'mainspring-slim-packages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({
      resolve: {
        conditions: ['es2015', ...defaultClientConditions],
        // Its exports name the one that is written for the browsers of 2015.
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

/** Names for the debugger, as calls that keep unused components in the build. */
function dropNames(code: string): string {
  return code.replaceAll(/^\s*__name\(\w+, "[^"]*"\);$/gm, '').replace(/^var __name = .*$/m, 'var __name = (target) => target;')
}

const modalImports = { 'aria-hidden': 'hideOthers', 'react-remove-scroll': 'RemoveScroll' }

/** A menu or a popover that is modal all the same throws when it opens. */
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

/** tailwind-merge with the groups of classes alone that some class of this app is in. */
export function dropClassGroups(code: string): string {
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
  // From behind, so that places stay right; the comma goes along.
  return dropped.toReversed().reduce((text, { start, end }) => text.slice(0, start) + text.slice(end).replace(/^\s*,/, ''), code)
}

export function listExports(code: string): string[] {
  const declared = [...code.matchAll(/^export (?:async )?(?:const|let|var|function|class) (\w+)/gm)].map(([, name = '']) => name)
  const listed = [...code.matchAll(/^export \{([^}]*)\};?$/gm)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim().split(/ as /).at(-1) ?? ''),
  )
  return [...declared, ...listed]
}

/** Of a class that RxDB makes one of and the app never calls, the name; of everything else a throw. */
function keepEmptyClass(kept?: string): (code: string) => string {
  return (code) =>
    listExports(code)
      .map((name) => (name === kept ? `export class ${name} {}` : toThrowing(name)))
      .join('\n')
}

const toThrowing = (name: string): string => `export const ${name} = () => { ${absentNote} }`

const toAbsent = (name: string): string =>
  // A method that is only handed out, as zod does with each schema's, throws when somebody calls it.
  name.startsWith('create') ? `export const ${name} = () => () => { ${absentNote} }` : toThrowing(name)
