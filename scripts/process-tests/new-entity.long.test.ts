import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

/** On a copy of the repository: generated code compiles and passes every guard; each removed part is reported with its file. */
const repositoryRoot = path.dirname(path.dirname(import.meta.dirname))
const notCopied = new Set(['node_modules', 'dist', '.git', 'data', 'test-results', 'playwright-report', 'bench-results'])

let copy: string

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'new-entity-'))
  for (const entry of readdirSync(repositoryRoot))
    if (!notCopied.has(entry)) cpSync(path.join(repositoryRoot, entry), path.join(copy, entry), { recursive: true })
  symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(copy, 'node_modules'))
}, 60_000)

afterAll(() => rmSync(copy, { recursive: true, force: true }))

const read = (file: string): string => readFileSync(path.join(copy, file), 'utf8')
const write = (file: string, text: string): void => writeFileSync(path.join(copy, file), text)

function edit(file: string, from: string | RegExp, to: string | ((found: string) => string)): () => void {
  const before = read(file)
  const after = before.replace(from, (found: string) => (typeof to === 'string' ? to : to(found)))
  expect(after, `${file} holds ${String(from)}`).not.toBe(before)
  write(file, after)
  return () => write(file, before)
}

function run(program: string, ...args: string[]): { status: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

const bin = (name: string): string => path.join(copy, 'node_modules', '.bin', name)

function command(name: string, ...args: string[]): string {
  const { status, output } = run(process.execPath, path.join('scripts', `${name}.ts`), ...args)
  expect(output).not.toBe('')
  expect([status, output]).toEqual([0, output])
  return output
}

function findForgotten(): string[] {
  const program =
    "const { findForgottenPlaces } = await import('./scripts/generate/forgotten-places.ts'); console.log(JSON.stringify(findForgottenPlaces())); process.exit()"
  const { output } = run(process.execPath, '--input-type=module', '--eval', program)
  expect(output).toMatch(/^\[/)
  return JSON.parse(output) as string[]
}

const collectionFile = 'schema/collections/stock/loaner-devices.ts'
const feature = 'web/features/loaner-devices'
const dialog = `${feature}/loaner-device-dialog.tsx`

it('a new entity and a new field are made by the commands, and a place that is left out is named', () => {
  expect(findForgotten()).toEqual([])

  const said = command('new-collection', 'loaner-devices', '--in', 'stock', '--field', 'name:text', '--field', 'isOut:flag', '--field', 'uses:count')
  const byHand = [
    collectionFile,
    `sync-server/db/migrations/`,
    `${feature}/feature.tsx`,
    `${feature}/form.ts`,
    'loaner-device-dialog.tsx',
    `${feature}/loaner-devices-view.tsx`,
  ]
  for (const file of byHand) expect(said).toContain(file)
  expect(findForgotten()).toEqual([])

  edit(collectionFile, "    isOut: flag('Is out'),", "    isOut: flag('Is out'),\n    isSpare: flag('Is spare'),")
  const lacksInput = `${feature}/form.ts lacks isSpare, which ${collectionFile} declares.`
  expect(findForgotten()).toEqual([
    `sync-server/db/migrations lacks a migration that adds is_spare to loaner_devices, which ${collectionFile} declares: npm run new-migration.`,
    lacksInput,
  ])
  const [migration = ''] = /sync-server\/db\/migrations\/\S+\.ts/.exec(command('new-migration', 'spare', 'loaner', 'devices')) ?? []
  edit(migration, 'alter table … add column …', 'alter table loaner_devices add column is_spare integer not null default 0 check (is_spare in (0, 1))')
  expect(findForgotten()).toEqual([lacksInput])
  edit(`${feature}/form.ts`, '  isOut: {},', '  isOut: {},\n  isSpare: {},')
  expect(findForgotten()).toEqual([`${dialog} lacks an input for isSpare, which ${collectionFile} declares.`])
  edit(dialog, /^.*register\('isOut'\).*$/m, (line) => `${line}\n${line.replaceAll('isOut', 'isSpare')}`)
  expect(findForgotten()).toEqual([])

  const places: [file: string, from: string | RegExp, sentence: string][] = [
    [
      'schema/collections/index.ts',
      '  loaner_devices: loanerDevices,\n',
      `schema/collections/index.ts lacks the collection loaner_devices of ${collectionFile}`,
    ],
    ['sync-server/db/migrate.ts', /(?<=,) spareLoanerDevices/, `sync-server/db/migrate.ts lacks the migration of ${migration}`],
    ['web/features/all-features.ts', /,\s*loanerDevices,?\s*\]/, `web/features/all-features.ts lacks the feature of ${feature}/feature.tsx`],
    ['web/features/all-drafts.ts', /,\s*loanerDevices,?\s*\]/, `web/features/all-drafts.ts lacks the drafts of ${feature}/drafts.tsx`],
    [`${feature}/drafts.tsx`, 'loaner_devices: {', 'No drafts.tsx in web/features corrects refused rows of loaner_devices'],
    [dialog, /^.*register\('uses'\).*$/m, `${dialog} lacks an input for uses`],
  ]
  for (const [file, from, sentence] of places) {
    const putBack = edit(file, from, (text) => (text.startsWith(',') ? ']' : ''))
    expect(findForgotten(), file).toContainEqual(expect.stringContaining(sentence))
    putBack()
  }

  for (const project of ['schema', 'sync-server', 'web']) expect([project, run(bin('tsc'), '-p', project, '--pretty', 'false').output]).toEqual([project, ''])
  const guards = [
    'schema/collections/collections.test.ts',
    'sync-server/db/schema.test.ts',
    'web/features/all-features.test.ts',
    'scripts/tools/compile-texts.test.ts',
    'scripts/tools/fences/lint-fences.test.ts',
  ]
  const tests = run(process.execPath, path.join(repositoryRoot, 'node_modules/vitest/vitest.mjs'), 'run', ...guards)
  expect([tests.status, tests.output]).toEqual([0, tests.output])
}, 400_000)
