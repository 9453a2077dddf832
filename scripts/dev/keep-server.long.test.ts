import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepServer, type KeptServer } from './keep-server.ts'

let folder: string
let told: string[]
let server: KeptServer
const program = (text: string): void => writeFileSync(path.join(folder, 'server.ts'), text)
const running = (more = ''): string => `
  import { appendFileSync } from 'node:fs'
  appendFileSync(process.env.STARTS, process.pid + ' ')
  process.on('SIGTERM', () => process.exit(0))
  setInterval(() => {}, 1000)
  process.send({ lines: ['up'] })
  ${more}`

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'mainspring-keep-'))
  told = []
  server = keepServer(
    path.join(folder, 'server.ts'),
    { ...process.env, STARTS: path.join(folder, 'starts') },
    { onReady: (lines) => told.push(...lines), onCrash: (reason) => told.push(`crash: ${reason}`) },
  )
})
afterEach(async () => {
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})
const untilTold = (lines: string[]): Promise<void> => vi.waitFor(() => expect(told).toEqual(lines), { timeout: 10_000 })

test('starts the program as its files are now, and tells of no crash where it was asked to end', async () => {
  program(running())
  await server.restart()
  await untilTold(['up'])
  program(running(`process.send({ lines: ['with the change'] })`))
  await server.restart()
  await untilTold(['up', 'up', 'with the change'])
  await server.stop()
  expect(told).toHaveLength(3)
})

test('a crash is told with its error, and the next start is like any other', async () => {
  program('const sum: number = 1\nif (sum) throw new TypeError("no such table")')
  await server.restart()
  await untilTold(['crash: TypeError: no such table'])
  program('const = 1')
  await server.restart()
  await vi.waitFor(() => expect(told[1]).toMatch(/^crash: .*SyntaxError/), { timeout: 10_000 })
  program(running())
  await server.restart()
  await vi.waitFor(() => expect(told[2]).toBe('up'), { timeout: 10_000 })
})

test('many changes at once make one start more, never two servers at a time', async () => {
  program(running())
  await server.restart()
  await untilTold(['up'])
  await Promise.all([server.restart(), server.restart(), server.restart()])
  await untilTold(['up', 'up'])
  expect(readFileSync(path.join(folder, 'starts'), 'utf8').trim().split(' ')).toHaveLength(2)
})
