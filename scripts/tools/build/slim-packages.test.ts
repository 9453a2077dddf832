import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Dexie as WholeDexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import * as wholeMerge from 'tailwind-merge'
import { expect, it } from 'vitest'
import { listExports, slimModule, splitIconImports, splitIdImports } from './slim-packages.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const modules = path.join(root, 'node_modules')

function readSlim(file: string): string {
  const id = path.join(modules, file)
  const code = readFileSync(id, 'utf8')
  const slim = slimModule(code, id)
  if (slim === undefined) throw new Error(`${file} is not slimmed any more`)
  return slim
}

async function importText(text: string): Promise<Record<string, unknown>> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-slim-'))
  try {
    const file = path.join(folder, 'module.mjs')
    await writeFile(file, text)
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Record<string, unknown>
  } finally {
    await rm(folder, { recursive: true })
  }
}

it.each(['zod/v4/core/to-json-schema.js', 'zod/v4/core/json-schema-processors.js'])('%s keeps its names, and throws when it is really used', async (file) => {
  const whole = (await import(/* @vite-ignore */ pathToFileURL(path.join(modules, file)).href)) as object
  const slim = await importText(readSlim(file))
  expect(Object.keys(slim).toSorted()).toEqual(Object.keys(whole).toSorted())
  for (const [name, part] of Object.entries(slim)) {
    const call = part as () => unknown
    // zod attaches these to every schema; the app never calls them.
    expect(name.startsWith('create') ? call() : call, name).toThrow('left out of the app')
  }
})

it('Dexie without its cache tells live queries of each write, in other tabs too', async () => {
  const text = readSlim('dexie/dist/modern/dexie.mjs').replace(/^\/\/# sourceMappingURL=.*$/m, '')
  const indexedDB = new IDBFactory()
  const openTab = async () => {
    const { Dexie } = (await importText(text)) as { Dexie: typeof WholeDexie }
    Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })
    const database = new Dexie('notes')
    database.version(1).stores({ notes: 'id' })
    const notes = database.table<{ id: number }, number>('notes')
    const told: unknown[] = []
    const subscription = Dexie.liveQuery(() => notes.toArray()).subscribe((listed) => told.push(listed))
    await expect.poll(() => told).toEqual([[]])
    const close = (): void => {
      subscription.unsubscribe()
      database.close()
    }
    return { notes, told, close }
  }
  const tabs = [await openTab(), await openTab()]
  await tabs[0]?.notes.put({ id: 1 })
  for (const { told } of tabs) await expect.poll(() => told).toEqual([[], [{ id: 1 }]])
  for (const { close } of tabs) close()
})

it('RxDB imports nothing else of what is replaced', () => {
  const folder = path.join(modules, 'rxdb/dist/esm')
  const importers = readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^import .* from ['"](mingo\/[^'"]*|event-reduce-js)['"]/gm)].map(([, name]) => [file, name]),
    )
  expect(new Set(importers.map(([file]) => file))).toEqual(new Set(['event-reduce.js', 'rx-query-helper.js', 'rx-query-mingo.js']))
  expect(listExports(readFileSync(path.join(folder, 'rx-query-mingo.js'), 'utf8'))).toEqual(['getMingoQuery'])
  expect(readSlim('rxdb/dist/esm/rx-query-helper.js')).not.toContain('mingo/util')
  // Query results are never updated by events, so their package is unused.
  expect(readFileSync(path.join(root, 'web/device/storage/row-database.ts'), 'utf8')).toContain('eventReduce: false')
  expect(readSlim('event-reduce-js/dist/esm/src/index.js')).toMatch(/calculateActionName[^]*runAction/)
})

it('what RxDB loses of queries and changes of documents is what only those ask for', async () => {
  const folder = path.join(modules, 'rxdb/dist/esm')
  const importsOf = (name: string): string[] =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.js') && file !== 'index.js')
      .flatMap((file) =>
        [...readFileSync(path.join(folder, file), 'utf8').matchAll(/^import \{([^}]*)\} from ['"]\.\/([\w-]+)\.js['"]/gm)].flatMap(([, names = '', from]) =>
          from === name ? names.split(',').map((each) => `${file}: ${each.trim()}`) : [],
        ),
      )
      .toSorted()
  expect(importsOf('rx-query')).toEqual(['plugin.js: RxQueryBase', 'rx-collection.js: _getDefaultQuery', 'rx-collection.js: createRxQuery'])
  expect(importsOf('incremental-write')).toEqual(['rx-collection.js: IncrementalWriteQueue', 'rx-document.js: modifierFromPublicToInternal'])
  expect(importsOf('doc-cache')).toEqual([
    'rx-collection.js: DocumentCache',
    'rx-collection.js: mapDocumentsDataToCacheDocs',
    'rx-query-single-result.js: mapDocumentsDataToCacheDocs',
  ])
  expect(importsOf('rx-document')).toEqual([
    'plugin.js: basePrototype as RxDocumentPrototype',
    'rx-collection.js: beforeDocumentUpdateWrite',
    'rx-document-prototype-merge.js: basePrototype',
    'rx-document-prototype-merge.js: createRxDocumentConstructor',
    'rx-document-prototype-merge.js: createWithConstructor as createRxDocumentWithConstructor',
  ])
  expect(importsOf('rx-document-prototype-merge')).toEqual(['rx-collection.js: createNewRxDocument', 'rx-collection.js: getRxDocumentConstructor'])
  expect(importsOf('change-event-buffer')).toEqual(['rx-collection.js: createChangeEventBuffer'])
  const collection = readFileSync(path.join(folder, 'rx-collection.js'), 'utf8')
  // All that a collection calls on either before a document is requested.
  expect(collection.match(/this\._changeEventBuffer\.\w+/g)).toEqual(['this._changeEventBuffer.close'])
  expect(new Set(collection.match(/_docCache\.\w+/g))).toEqual(
    new Set(['getCachedRxDocument', 'getCachedRxDocuments', 'getLatestDocumentDataIfExists'].map((name) => `_docCache.${name}`)),
  )
  const planned = importsOf('query-planner').map((line) => line.split(': ')[1] ?? '')
  expect(Object.keys(await importText(readSlim('rxdb/dist/esm/query-planner.js')))).toEqual(expect.arrayContaining(planned))
  for (const [file, kept] of [
    ['rx-query', 'RxQueryBase'],
    ['incremental-write', 'IncrementalWriteQueue'],
    ['doc-cache', 'DocumentCache'],
    ['rx-document', 'basePrototype'],
  ] as const) {
    const { [kept]: empty, ...others } = await importText(readSlim(`rxdb/dist/esm/${file}.js`))
    expect(empty).toBeDefined()
    for (const [name, part] of Object.entries(others)) expect(part, name).toThrow('left out of the app')
  }
  // Query plans are for storages with indexes; this app's storages scan.
  for (const file of ['packed-instance', 'packed-storage', 'memory-storage'])
    expect(readFileSync(path.join(root, `web/device/storage/packed/${file}.ts`), 'utf8')).not.toContain('queryPlan')
})

it('components of Radix lose the calls that name them, and nothing else', () => {
  const require = createRequire(import.meta.url)
  for (const name of ['react-tooltip', 'react-toast', 'react-dialog']) {
    const file = `@radix-ui/${name}/dist/index.mjs`
    const [whole, slim] = [readFileSync(path.join(path.dirname(require.resolve('radix-ui/package.json')), '..', file), 'utf8'), readSlim(file)]
    expect(whole).toMatch(/^__name\(|^\s+__name\(\w+, "/m)
    expect(slim).not.toMatch(/^\s*__name\(\w+, "[^"]*"\);$/m)
    const isCall = (line: string): boolean => /^\s*__name\(\w+, "[^"]*"\);$/.test(line) || line.includes('__name = ') || line.trim() === ''
    const others = (text: string): string[] => text.split('\n').filter((line) => !isCall(line))
    expect(others(slim)).toEqual(others(whole))
  }
})

it.each(['menu', 'popover'])('a %s of Radix that is modal throws, and here none is', (name) => {
  const file = `@radix-ui/react-${name}/dist/index.mjs`
  const [whole, slim] = [readFileSync(path.join(modules, file), 'utf8'), readSlim(file)]
  const importsOf = (code: string): (string | undefined)[] => [...code.matchAll(/^import .* from "([^"]+)";$/gm)].map(([, from]) => from)
  expect(importsOf(slim)).toEqual(importsOf(whole).filter((from) => from !== 'aria-hidden' && from !== 'react-remove-scroll'))
  expect(slim.match(/const (?:hideOthers|RemoveScroll) = \(\) => \{ throw /g)).toHaveLength(2)
  // Menus are modal by default, popovers are not.
  const [roots, modal] = name === 'menu' ? [/<RadixMenu\.Root[^>]*>/g, /^(?!.* modal=\{false\})/] : [/<Popover\.Root[^>]*>/g, / modal\b/]
  const folder = path.join(root, 'web')
  const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((each) => each.endsWith('.tsx'))
  const tags = sources.flatMap((each) => readFileSync(path.join(folder, each), 'utf8').match(roots) ?? [])
  expect(tags.length).toBeGreaterThan(0)
  expect(tags.filter((tag) => modal.test(tag))).toEqual([])
})

it('icons are imported one by one from their own files, types not at all', () => {
  const files = new Map([
    ['Check', 'check'],
    ['X', 'x'],
  ])
  expect(splitIconImports("import { Check as Tick, X, type LucideIcon } from 'lucide-react'\nuse(Tick)", files)).toBe(
    "import Tick from 'lucide-react/icons/check';import X from 'lucide-react/icons/x'\nuse(Tick)",
  )
  expect(() => splitIconImports("import { Gone } from 'lucide-react'", files)).toThrow('no icon Gone')
})

it('what makes ids is imported from its own file, so that pages for customers carry no hash', async () => {
  const [line = '', rest] = splitIdImports("import { v5, v7 } from 'uuid'\nuse(v7)").split('\n')
  expect(rest).toBe('use(v7)')
  const [ofV5, ofV7, ...more] = [...line.matchAll(/import v[57] from "([^"]+)"/g)].map(([, file = '']) => file)
  expect(more).toEqual([])
  expect(((await import(ofV5 ?? '')) as { default: unknown }).default).toHaveLength(4)
  expect(((await import(ofV7 ?? '')) as { default: () => string }).default()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
  expect(splitIdImports("import { v7 } from './uuid'")).toBe("import { v7 } from './uuid'")
})

it('classes of this app give way to each other as they do with the whole tailwind-merge', async () => {
  const slimMerge = (await importText(
    readSlim('tailwind-merge/dist/bundle-mjs.mjs').replaceAll(/^import \{ (\w+) \} from '(\w+)';$/gm, ''),
  )) as typeof wholeMerge
  const extension = /extendTailwindMerge\((\{ extend: .* \})\)/.exec(readFileSync(path.join(root, 'web/ui/cn.ts'), 'utf8'))?.[1]
  expect(extension).toBeDefined()
  const theme = { extend: { theme: { text: ['input'], shadow: ['float'], radius: ['chip'] } } }
  expect(extension?.replaceAll(/\s/g, '')).toBe("{extend:{theme:{text:['input'],shadow:['float'],radius:['chip']}}}")
  const [merge, slim] = [wholeMerge, slimMerge].map((from) => from.extendTailwindMerge({ cacheSize: 0, ...theme }))
  if (merge === undefined || slim === undefined) throw new Error('no merge')
  // The state of a part reads like the end of a gradient.
  const classes = readClasses().filter((name) => name !== 'to-order' && merge(`${name} ${name}`) === name)
  expect(classes.length).toBeGreaterThan(300)
  const wrong = classes.flatMap((one) =>
    classes.filter((other) => merge(`${one} ${other}`) !== slim(`${one} ${other}`)).map((other) => `${one} ${other}: add its group to slim-packages.ts`),
  )
  expect(wrong.slice(0, 10)).toEqual([])
})

/** Words in the app's source that may be classes, without variants before a colon. */
function readClasses(): string[] {
  const folder = path.join(root, 'web')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^e2e/.test(file))
  const words = files.flatMap((file) =>
    [...readFileSync(path.join(folder, file), 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, one, two, three]) =>
      (one ?? two ?? three ?? '').split(/\s+/),
    ),
  )
  return [...new Set(words.filter((word) => /^[\w:/[\]().%,#&>=*~!+'@-]+$/.test(word)).map((word) => word.split(':').at(-1)?.replace(/!$/, '') ?? ''))]
}
