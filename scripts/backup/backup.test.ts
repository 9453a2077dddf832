import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createOp, signInOverHttp, toMutation, type ApiClient } from '../process-tests/api-client.ts'
import { startServerProcess, type ServerProcess } from '../process-tests/server-process.ts'
import { runScript } from './test-run.ts'
import { readFeed } from '../process-tests/kill-devices.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let server: ServerProcess
let client: ApiClient
let shopId = ''
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-backups-'))
  server = await startServerProcess()
  const ids = await server.seed({
    shops: [{ name: 'Harbour', code: 'harbour', employees: ['Eve'], generatedOrders: 300 }],
    users: [{ loginId: 'ida', password: 'secret-1', shops: ['harbour'] }],
  })
  shopId = ids.shopIdByCode['harbour'] ?? ''
  client = await signInOverHttp(server.url, 'ida', 'secret-1')
})

afterAll(async () => {
  await server.dispose()
  await rm(folder, { recursive: true, force: true })
})

const backUp = (...args: string[]) => runScript('backup', args, { dataDir: server.dataDir, from: folder })

function namesIn(file: string): Set<unknown> {
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
    expect(sqlite.pragma('foreign_key_check')).toEqual([])
    return new Set(sqlite.prepare('select name from customers').pluck().all())
  } finally {
    sqlite.close()
  }
}

const namesPerPush = 20
const toNames = (push: number): string[] => Array.from({ length: namesPerPush }, (_, index) => `Load ${push}-${index}`)

it('hazard 36: a backup made while the server goes on writing is whole: every change acknowledged before it began, and the pushes up to one moment', async () => {
  const acknowledged: string[] = []
  let isOver = false
  const writing = (async () => {
    for (let n = 0; !isOver; n++) {
      const names = toNames(n)
      const { status, body } = await client.push(names.map((name) => toMutation(shopId, [createOp('customers', { name })])))
      expect(status).toBe(200)
      expect(body.results.every(({ outcome }) => outcome === 'applied')).toBe(true)
      acknowledged.push(...names)
    }
  })()
  try {
    for (let round = 1; round <= 3; round++) {
      const before = [...acknowledged]
      const { code, stdout, stderr } = await backUp(`load-${round}.db`)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(stdout).toMatch(/Backup made: .*load-\d\.db\n {2}[\d.]+ MB, 300 orders, [\d,]+ customers, version 0\d+-\S+, in [\d.]+ s\n/)
      const file = path.join(folder, `load-${round}.db`)
      const found = namesIn(file)
      expect(before.filter((name) => !found.has(name))).toEqual([])
      // Whole pushes, in order and without gaps, show a consistent snapshot.
      const loaded = [...found].filter((name) => String(name).startsWith('Load '))
      expect(new Set(loaded)).toEqual(new Set(Array.from({ length: loaded.length / namesPerPush }, (_, push) => toNames(push)).flat()))
      expectDenseFeed(file)
      expect(acknowledged.length).toBeGreaterThan(before.length)
    }
  } finally {
    isOver = true
    await writing
  }
  expect((await readdir(folder)).sort()).toEqual(['load-1.db', 'load-2.db', 'load-3.db'])
})

function expectDenseFeed(file: string): void {
  const sqlite = new BetterSqlite3(file, { readonly: true })
  try {
    const { head, seqs } = readFeed(sqlite, shopId)
    expect(new Set(seqs).size).toBe(seqs.length)
    expect(Math.max(...seqs)).toBe(head)
    const count = (sql: string): number => Number(sqlite.prepare(sql).pluck().get())
    expect(count("select count(*) from mutations where device_id is not null and outcome = 'applied'")).toBe(
      count("select count(*) from customers where name like 'Load %'"),
    )
  } finally {
    sqlite.close()
  }
}

it('leaves a file of that name alone, unless it is told to write over it', async () => {
  const file = path.join(folder, 'mine.db')
  await writeFile(file, 'mine')
  const refused = await backUp('mine.db')
  expect(refused.code).toBe(2)
  expect(refused.stderr).toBe(`${file} is there already. Choose another name, or write over it with --force.\n`)
  expect(await readFile(file, 'utf8')).toBe('mine')
  expect(await backUp('mine.db', '--force')).toMatchObject({ code: 0, stderr: '' })
  expect(namesIn(file).size).toBeGreaterThan(0)
})

it('keeps the old backup when the new one does not pass the check', async () => {
  const dataDir = path.join(folder, 'damaged')
  const good = path.join(folder, 'good.db')
  expect(await backUp(good)).toMatchObject({ code: 0 })
  expect(await runScript('restore', [good, '--data-dir', 'damaged'], { dataDir: 'elsewhere', from: folder })).toMatchObject({ code: 0 })
  const sqlite = new BetterSqlite3(path.join(dataDir, 'mainspring.db'))
  sqlite.pragma('foreign_keys = OFF')
  sqlite.exec('delete from customers')
  sqlite.close()
  const before = await readFile(good)
  const { code, stderr } = await backUp(good, '--force', '--data-dir', 'damaged')
  expect(code).toBe(2)
  expect(stderr).toContain('damaged')
  expect((await readFile(good)).equals(before)).toBe(true)
  expect((await readdir(folder)).filter((name) => name.includes('partial'))).toEqual([])
})

it('says in one line what is wrong, with exit code 2', async () => {
  const cases: [args: string[], line: RegExp][] = [
    [['x.db', '--data-dir', 'nowhere'], /^There is no database in .*nowhere\. Name the folder with --data-dir\.\n$/],
    [['no/folder/x.db'], /^.*folder cannot be written to: .*\n$/],
    [[path.join(server.dataDir, 'mainspring.db'), '--force'], /is the database itself\. Choose another name for the backup\.\n$/],
    [[], /^Usage: npm run backup/],
    [['a', 'b'], /^Usage: npm run backup/],
    [['a', '--fast'], /^Unknown option '--fast'/],
  ]
  for (const [args, line] of cases) {
    const { code, stderr } = await backUp(...args)
    expect(stderr).toMatch(line)
    expect(code).toBe(2)
  }
  expect(existsSync(path.join(folder, 'x.db'))).toBe(false)
})
