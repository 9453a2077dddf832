import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const repositoryRoot = path.dirname(path.dirname(path.dirname(import.meta.dirname)))

type Diagnostic = { message: string; code: string; filename: string }

let workspace: string

beforeAll(() => {
  workspace = mkdtempSync(path.join(tmpdir(), 'lint-fences-'))
  for (const folder of ['fences', 'rooms']) mkdirSync(path.join(workspace, 'scripts/tools', folder), { recursive: true })
  for (const file of [
    '.oxlintrc.json',
    'tsconfig.json',
    'scripts/tools/fences/import-fences.ts',
    'scripts/tools/fences/fences.ts',
    'scripts/tools/rooms/room-table.ts',
  ]) {
    cpSync(path.join(repositoryRoot, file), path.join(workspace, file))
  }
  symlinkSync(path.join(repositoryRoot, 'node_modules'), path.join(workspace, 'node_modules'))
  writeFileSync(path.join(workspace, 'package.json'), '{ "type": "module" }')
})

afterAll(() => rmSync(workspace, { recursive: true, force: true }))

type Sample = { file: string; text: string }
type LintOutcome = { exitCode: number | null; diagnostics: Diagnostic[] }

function lintSamples(samples: Sample[], ...options: string[]): LintOutcome {
  for (const { file, text } of samples) {
    const target = path.join(workspace, file)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, text)
  }
  const files = samples.map(({ file }) => file)
  const bin = path.join(repositoryRoot, 'node_modules/.bin')
  const run = spawnSync(path.join(bin, 'oxlint'), ['--deny-warnings', '--format', 'json', ...options, ...files], {
    cwd: workspace,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
  })
  for (const file of files) rmSync(path.join(workspace, file))
  const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: Diagnostic[] }
  return { exitCode: run.status, diagnostics }
}

/** Adds a number, so that one run can lint many samples of a path. */
function numberedFile(file: string, index: number): string {
  return file.replace(/(?=(\.test)?\.tsx?$)/, `-${index}`)
}

const messagesOf = ({ diagnostics }: LintOutcome, file: string, index: number): string[] =>
  diagnostics.filter(({ filename }) => filename === numberedFile(file, index)).map(({ message }) => message)

function importSample(file: string, specifier: string, index: number): Sample {
  return { file: numberedFile(file, index), text: `import { x } from '${specifier}'\nexport const y = x\n` }
}

const forbidden: [file: string, specifier: string, message: string][] = [
  ['schema/fields.ts', 'hono', 'schema is pure'],
  ['schema/fields.ts', 'node:fs', 'schema is pure'],
  ['schema/rules/phone.ts', '#server/store/read.ts', 'schema is pure'],
  ['schema/rules/phone.ts', '../../web/api/client.ts', 'schema is pure'],
  ['schema/rules/phone.test.ts', '#server/store/read.ts', 'A test of schema knows schema only'],
  ['web/api/client.ts', '#server/app.ts', 'The app never imports the server'],
  ['web/api/client.ts', '../../sync-server/app.ts', 'The app never imports the server'],
  ['sync-server/app.ts', '#web/shell/router.tsx', 'The server never imports the app'],
  ['sync-server/app.ts', '../web/shell/router.tsx', 'The server never imports the app'],
  ['sync-server/app.ts', '#scripts/demo-data.ts', 'scripts stand on top'],
  ['sync-server/routes/orders.ts', 'kysely', 'Routes hold no SQL'],
  ['sync-server/routes/orders.ts', 'better-sqlite3', 'Routes hold no SQL'],
  ['sync-server/routes/orders.ts', '../db/open.ts', 'Routes hold no SQL'],
  ['sync-server/routes/orders.ts', '#server/db/open.ts', 'Routes hold no SQL'],
  ['sync-server/routes/orders.ts', '../store/apply/apply-op.ts', 'Routes know the way into the store only'],
  ['sync-server/routes/orders.ts', '../store/table.ts', 'Routes know the way into the store only'],
  ['sync-server/store/write.ts', '../commands/write-customer.ts', 'sync-server/store may not import sync-server/commands'],
  ['sync-server/store/apply/apply-op.ts', '#server/routes/sync.ts', 'sync-server/store may not import sync-server/routes'],
  ['sync-server/queries/shops.ts', '../commands/dismiss-notices.ts', 'sync-server/queries may not import sync-server/commands'],
  ['sync-server/db/open.ts', '../operations/tidy.ts', 'sync-server/db may not import sync-server/operations'],
  ['sync-server/new-room/open.ts', '../db/open.ts', 'sync-server/new-room may not import sync-server/db'],
  ['sync-server/store/write.ts', 'hono', 'Only routes know HTTP'],
  ['sync-server/feed/live.ts', 'hono/streaming', 'Only routes know HTTP'],
  ['sync-server/commands/delete-order.ts', '@hono/node-server', 'Only routes know HTTP'],
  ['sync-server/queries/check.ts', 'hono', 'Only routes know HTTP'],
  ['sync-server/session/sign-in.ts', 'hono/cookie', 'Only routes know HTTP'],
  ['web/features/orders/orders-view.tsx', 'rxdb', 'Only web/device knows the local database'],
  ['web/features/orders/orders-view.tsx', 'rxdb/plugins/core', 'Only web/device knows the local database'],
  ['web/session/session.ts', 'dexie', 'Only web/device knows the local database'],
  ['web/shell/shell.tsx', 'dexie-react-hooks', 'Only web/device knows the local database'],
  ['web/shell/shell.tsx', 'rxjs/operators', 'Only web/device knows the local database'],
  ['web/device/open.ts', 'rxdb/plugins/dev-mode', 'foreign iframe'],
  ['web/shell/shell.tsx', 'node:path', 'runs in a browser'],
  ['web/ui/button.tsx', '#schema/fields.ts', 'web/ui knows no domain'],
  ['web/ui/button.tsx', '../device/open.ts', 'web/ui knows no domain'],
  ['web/ui/dialog/dialog.tsx', '../../features/orders/orders-view.tsx', 'web/ui knows no domain'],
  ['web/ui/button.tsx', '#web/session/session.ts', 'web/ui knows no domain'],
  ['web/portal/portal-page.tsx', '../device/open.ts', 'The portal ships alone'],
  ['web/portal/portal-page.tsx', '#web/shell/shell.tsx', 'The portal ships alone'],
  ['web/portal/portal-page.tsx', '../features/orders/orders-view.tsx', 'The portal ships alone'],
  ['web/portal/portal-page.tsx', 'zustand', 'The portal ships alone'],
  ['web/device/outbox/outbox.ts', '../../features/orders/orders-view.tsx', 'web/device/outbox may not import web/features'],
  ['web/navigation/dialogs.ts', '#web/features/orders/orders-view.tsx', 'web/navigation may not import web/features'],
  ['web/shell/frame.tsx', '#web/features/orders/feature.tsx', 'read by web/features/all-features.ts alone'],
  ['web/features/orders/orders-view.tsx', '../all-features.ts', 'all-features stands above the features'],
  ['web/features/orders/orders-view.tsx', '#web/shell/frame.tsx', 'web/features may not import web/shell'],
  ['web/features/inventory/inventory-view.tsx', '../orders/orders-view.tsx', 'inventory may not import the feature orders'],
  ['web/features/inventory/parts/row.tsx', '#web/features/orders/orders-view.tsx', 'inventory may not import the feature orders'],
  ['web/features/orders/orders-view.tsx', '#web/api/http.ts', 'A feature names no path of the API'],
  ['web/api/admin-api.ts', '#schema/api/answers/administration-answers.ts', 'The shapes of answers stay on the server'],
  ['web/portal/portal-page.tsx', '#schema/api/portal.ts', 'The shapes of answers stay on the server'],
  ['web/features/settings/employees/form.ts', '#schema/api/answers/row-answers.ts', 'The shapes of answers stay on the server'],
  ['web/features/papers/paper-stack.tsx', './papers.css', 'Styles come with the page'],
  ['sync-server/commands/invoices/e-invoice/invoice-to-library.ts', '@e-invoice-eu/core', 'only its own thread loads it'],
  ['scripts/import.ts', '../sync-server/app.ts', 'Across top folders use the package path'],
  ['sync-server/app.ts', '../schema/errors.ts', 'Across top folders use the package path'],
  ['sync-server/app.ts', './config', 'Write the file extension'],
]

const allowed: [file: string, specifier: string][] = [
  ['schema/fields.ts', 'zod'],
  ['schema/fields.ts', 'zod/mini'],
  ['schema/rules/merge.ts', 'node-diff3'],
  ['schema/rules/orders/tick-id.ts', 'uuid'],
  ['schema/collections/orders.ts', '../values/money.ts'],
  ['schema/rules/merge.test.ts', 'fast-check'],
  ['sync-server/routes/orders.ts', 'hono'],
  ['sync-server/routes/orders.ts', '../store/write-rows.ts'],
  ['sync-server/routes/orders.ts', '../queries/shops.ts'],
  ['sync-server/store/write.test.ts', '../feed/pull.ts'],
  ['sync-server/store/write.ts', '../services.ts'],
  ['sync-server/store/write.ts', 'kysely'],
  ['sync-server/store/write.ts', '#schema/rules/merge.ts'],
  ['sync-server/feed/pull.test.ts', 'hono'],
  ['sync-server/routes/orders.ts', '#schema/api/answers/row-answers.ts'],
  ['web/device/open.ts', 'rxdb/plugins/storage-dexie'],
  ['web/device/open.test.ts', 'rxdb/plugins/dev-mode'],
  ['web/ui/dialog/dialog.tsx', '../button.tsx'],
  ['web/ui/dialog/dialog.tsx', 'radix-ui'],
  ['web/portal/portal-page.tsx', '#schema/fields.ts'],
  ['web/features/orders/parts/row.tsx', '../orders-view.tsx'],
  ['web/features/orders/feature.tsx', '../define-feature.ts'],
  ['web/features/unfinished/unfinished-forms.ts', '../all-features.ts'],
  ['web/shell/frame.tsx', '#web/features/all-features.ts'],
  ['web/features/orders/orders-view.tsx', '#web/features/customers/customer-dialog.tsx'],
  ['web/features/flows/create-customer-and-order.tsx', '#web/features/orders/order-fields.tsx'],
  ['web/e2e/server-fixture.ts', '#server/app.ts'],
  ['scripts/import.ts', '#server/store/write.ts'],
  ['scripts/import.ts', '#schema/rules/csv.ts'],
  ['vite.config.ts', './scripts/web-build/precompress.ts'],
]

describe('an import over a fence fails the lint and says what to do instead', () => {
  let outcome: LintOutcome
  beforeAll(() => {
    outcome = lintSamples(forbidden.map(([file, specifier], index) => importSample(file, specifier, index)))
  })

  test.each(forbidden.map((row, index) => [...row, index] as const))('%s may not import %s', (file, _specifier, message, index) => {
    const messages = messagesOf(outcome, file, index)
    expect(messages).toEqual([expect.stringContaining(message)])
    expect(outcome.exitCode).toBe(1)
  })
})

describe('what counts as an import', () => {
  const forms: [form: string, text: string][] = [
    ['import()', `export const lazyDb = () => import('../device/open.ts')\n`],
    ['export from', `export { x } from '../device/open.ts'\n`],
    ['export *', `export * from '../device/open.ts'\n`],
    ['an import for its effect', `import '../device/open.ts'\n`],
    ['an import of a type', `import type { X } from '../device/open.ts'\nexport type Y = X\n`],
  ]
  let outcome: LintOutcome
  beforeAll(() => {
    outcome = lintSamples(forms.map(([, text], index) => ({ file: numberedFile('web/portal/portal-page.tsx', index), text })))
  })

  test.each(forms.map(([form], index) => [form, index] as const))('%s', (_form, index) => {
    expect(messagesOf(outcome, 'web/portal/portal-page.tsx', index)).toEqual([expect.stringContaining('The portal ships alone')])
    expect(outcome.exitCode).toBe(1)
  })
})

test('a form is declared without its screen', () => {
  for (const [file, specifier] of [
    ['web/features/orders/form.ts', './order-fields.tsx'],
    ['web/features/inventory/categories/category-form.ts', 'react-hook-form'],
  ] as const) {
    const { diagnostics } = lintSamples([{ file, text: `import { x } from '${specifier}'\nexport const y = x\n` }])
    expect(diagnostics.map(({ message }) => message)).toEqual([expect.stringContaining('declared without its screen')])
  }
})

test('the type of an answer may go where its shape may not', () => {
  const text = `import type { X } from '#schema/api/answers/row-answers.ts'\nexport type { Z } from '#schema/api/answers/sync-answers.ts'\nexport type Y = X\n`
  expect(lintSamples([{ file: 'web/api/admin-api.ts', text }])).toEqual({ exitCode: 0, diagnostics: [] })
  const inline = `import { type X } from '#schema/api/answers/row-answers.ts'\nexport type Y = X\n`
  expect(lintSamples([{ file: 'web/api/admin-api.ts', text: inline }]).exitCode).toBe(1)
})

describe('an import within the fences passes', () => {
  let outcome: LintOutcome
  beforeAll(() => {
    outcome = lintSamples(allowed.map(([file, specifier], index) => importSample(file, specifier, index)))
  })

  test.each(allowed.map((row, index) => [...row, index] as const))('%s may import %s', (file, _specifier, index) => {
    expect(outcome.diagnostics.filter(({ filename }) => filename === numberedFile(file, index))).toEqual([])
  })

  test('a clean run succeeds', () => {
    expect(outcome).toEqual({ exitCode: 0, diagnostics: [] })
  })
})

describe('the other habits are rules too', () => {
  const habits: [title: string, file: string, text: string, message: string][] = [
    ['schema has no clock', 'schema/rules/due.ts', 'export const now = () => Date.now()\n', 'no clock'],
    ['schema has no new Date()', 'schema/rules/due.ts', 'export const now = () => new Date()\n', 'no clock'],
    ['schema has no chance', 'schema/rules/due.ts', 'export const chance = () => Math.random()\n', 'no chance'],
    ['schema makes no new ids', 'schema/rules/due.ts', "import { v7 } from 'uuid'\nexport const newId = () => v7()\n", 'no chance'],
    ['no any', 'web/shell/shell.ts', 'export const f = (x: any) => x\n', 'any'],
    ['no default export', 'web/shell/shell.ts', 'export default 1\n', 'named exports'],
    ['no console in the server', 'sync-server/app.ts', "console.log('x')\n", 'console'],
    ['kebab-case file names', 'web/shell/appShell.ts', 'export const a = 1\n', 'kebab-case'],
    ['type imports say so', 'web/shell/shell.ts', "import { X } from './x.ts'\nexport type Y = X\n", 'import type'],
    ['strict equality', 'web/shell/shell.ts', 'export const f = (a: number, b: number) => a == b\n', '==='],
    ['no forgotten todo', 'web/shell/shell.ts', '// TODO later\nexport const a = 1\n', 'todo'],
    [
      'a hook stands at the top',
      'web/shell/shell.ts',
      "import { useState } from 'react'\nexport function useX(on: boolean) {\n  if (on) useState(1)\n}\n",
      'useState',
    ],
  ]
  let outcome: LintOutcome
  beforeAll(() => {
    outcome = lintSamples(habits.map(([, file, text], index) => ({ file: numberedFile(file, index), text })))
  })

  test.each(habits.map(([title, file, , message], index) => [title, file, message, index] as const))('%s', (_title, file, message, index) => {
    const messages = messagesOf(outcome, file, index).map((text) => text.toLowerCase())
    expect(messages).toContainEqual(expect.stringContaining(message.toLowerCase()))
    expect(outcome.exitCode).toBe(1)
  })

  test('a page for customers holds no text of its own (LANG-01)', () => {
    const file = 'web/portal/page.tsx'
    const texts = [
      'export const Page = () => <p>hello</p>',
      "export const Page = () => <input aria-label='name' />",
      "export const toTitle = (is: boolean) => (is ? 'Paid too much' : 'Due')",
      'export const toTitle = (shop: string) => `Orders of ${' + 'shop}`',
    ]
    const allowed = [
      "export const Page = ({ text }: { text: string }) => <p className='p-1'>{text} · 1</p>",
      "export const isLead = (name: string) => name === 'Lead'",
    ]
    const outcome = lintSamples([...texts, ...allowed].map((text, index) => ({ file: numberedFile(file, index), text: `${text}\n` })))
    const found = [...texts, ...allowed].map((_text, index) =>
      messagesOf(outcome, file, index).some((message) => message.startsWith('A text that people read')),
    )
    expect(found).toEqual([true, true, true, true, false, false])
  })

  test('a clock that was passed in is welcome in schema', () => {
    expect(lintSamples([{ file: 'schema/rules/due.ts', text: 'export const dueAt = (nowMs: number) => new Date(nowMs)\n' }])).toEqual({
      exitCode: 0,
      diagnostics: [],
    })
  })

  test('a promise may not float', () => {
    mkdirSync(path.join(workspace, 'web'), { recursive: true })
    writeFileSync(path.join(workspace, 'web/tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json', include: ['./**/*.ts'] }))
    const text = 'async function save(): Promise<void> {}\nexport function onClick(): void {\n  save()\n}\n'
    const { exitCode, diagnostics } = lintSamples([{ file: 'web/shell/save.ts', text }], '--type-aware')
    expect(diagnostics.map(({ code }) => code)).toEqual(['typescript(no-floating-promises)'])
    expect(exitCode).toBe(1)
  })
})
