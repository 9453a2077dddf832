import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { startServer } from '../../main.ts'
import { openDatabase } from '../open.ts'
import { makePrivateFolder } from './private-files.ts'

let folder: string
let umask: number
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-private-'))
  umask = process.umask(0)
})
afterEach(async () => {
  process.umask(umask)
  await rm(folder, { recursive: true })
})

const modeOf = async (place: string): Promise<string> => ((await stat(place)).mode & 0o777).toString(8)
const modesIn = async (place: string): Promise<Record<string, string>> =>
  Object.fromEntries(await Promise.all((await readdir(place)).map(async (name) => [name, await modeOf(path.join(place, name))] as const)))
const start = (dataDir: string) => startServer(readConfig({ PORT: '0', DATA_DIR: dataDir, LOG_LEVEL: 'silent', ADMIN_PASSWORD: 'open sesame' }))

describe('a data folder that everybody may read', () => {
  test('is closed at the start with all that the server makes in it', async () => {
    const dataDir = path.join(folder, 'data')
    await mkdir(dataDir, { mode: 0o755 })
    const server = await start(dataDir)
    expect(await modeOf(dataDir)).toBe('700')
    const modes = await modesIn(dataDir)
    expect(Object.keys(modes)).toEqual(
      expect.arrayContaining(['mainspring.db', 'mainspring.db-shm', 'mainspring.db-wal', 'mainspring.lock', 'mainspring.server.json']),
    )
    expect(new Set(Object.values(modes))).toEqual(new Set(['600']))
    await server.close()
  })

  test('is mended with everything that stands there already, an older copy and the text messages too', async () => {
    const file = path.join(folder, 'mainspring.db')
    await (await openDatabase({ file })).close()
    for (const name of ['sms.log', 'mainspring.db.before-update-2026-01-01', 'mainspring.db.before-restore-2026-01-01'])
      await writeFile(path.join(folder, name), '')
    await chmod(folder, 0o777)
    for (const name of await readdir(folder)) await chmod(path.join(folder, name), 0o666)
    const server = await start(folder)
    expect(await modeOf(folder)).toBe('700')
    expect(new Set(Object.values(await modesIn(folder)))).toEqual(new Set(['600']))
    await server.close()
  })

  test('keeps its rights when other things lie in it: only our files are closed', async () => {
    await chmod(folder, 0o755)
    await writeFile(path.join(folder, 'holiday.jpg'), '', { mode: 0o644 })
    await writeFile(path.join(folder, 'sms.log'), '', { mode: 0o644 })
    await makePrivateFolder(folder)
    expect(await modeOf(folder)).toBe('755')
    expect(await modesIn(folder)).toEqual({ 'holiday.jpg': '644', 'sms.log': '600' })
  })
})

test('a database that another program makes is private from its first moment', async () => {
  const file = path.join(folder, 'shop.db')
  const { close } = await openDatabase({ file })
  expect(new Set(Object.values(await modesIn(folder)))).toEqual(new Set(['600']))
  await close()
})
