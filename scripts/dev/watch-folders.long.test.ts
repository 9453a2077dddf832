import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchFolders } from '../dev.ts'

let folder: string
let changed: string[]
let watcher: { close: () => void }
const at = (name: string): string => path.join(folder, name)
let written = 0
const write = (name: string): void => writeFileSync(at(name), String(written++))

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mainspring-watch-'))
  mkdirSync(at('routes'))
  write('routes/a.ts')
  changed = []
  watcher = watchFolders([folder], (file) => changed.push(path.relative(folder, file)))
})
afterEach(() => {
  watcher.close()
  rmSync(folder, { recursive: true, force: true })
})

async function changesAfter(change: () => void): Promise<string[]> {
  changed.length = 0
  change()
  await expect.poll(() => changed.length).toBeGreaterThan(0)
  await sleep(400)
  return [...changed]
}

test('tells once of a file that is written, touched, replaced, or removed', async () => {
  const replace = (): void => {
    write('routes/a.ts.tmp')
    renameSync(at('routes/a.ts.tmp'), at('routes/a.ts'))
  }
  for (const change of [() => write('routes/a.ts'), () => utimesSync(at('routes/a.ts'), 1, 1), replace, replace, () => rmSync(at('routes/a.ts'))])
    expect(await changesAfter(change)).toEqual(['routes/a.ts'])
})

test('tells once of several files saved together, and nothing of tests, notes and what editors put beside', async () => {
  expect(await changesAfter(() => ['b.ts', 'c.ts', 'routes/a.ts'].forEach(write))).toHaveLength(1)
  changed.length = 0
  ;['a.test.ts', 'README.md', '.a.ts.swp', 'a.ts~'].forEach(write)
  await sleep(400)
  expect(changed).toEqual([])
})

test('sees the files of a folder that comes new, and of one that comes again', async () => {
  const make = (): void => {
    mkdirSync(at('store/told'), { recursive: true })
    write('store/told/b.ts')
  }
  expect(await changesAfter(make)).toHaveLength(1)
  expect(await changesAfter(() => write('store/told/b.ts'))).toEqual(['store/told/b.ts'])
  await changesAfter(() => rmSync(at('store'), { recursive: true }))
  expect(await changesAfter(make)).toHaveLength(1)
  expect(await changesAfter(() => write('store/told/b.ts'))).toEqual(['store/told/b.ts'])
})
