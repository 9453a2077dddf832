import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openZip } from '../../commands/archive/open-zip.ts'
import { startSyncServer, startSession, type SyncServer } from '../../testing/test-sync-server.ts'
import { create, mutation } from '../../testing/test-world.ts'
import type { Privilege } from '#schema/privileges.ts'

let server: SyncServer
let folder = ''
let shopId = ''
beforeAll(async () => {
  server = await startSyncServer()
  folder = await mkdtemp(path.join(tmpdir(), 'mainspring-export-'))
  shopId = await server.addShop('Ada & Söhne')
  const userId = await server.addUser({ shopIds: [shopId] })
  await server.push(userId, [
    mutation(shopId, [create('customers', '0197f000-0000-7000-8000-00000000000a', { name: '=Ada', countryCode: '+44', phone: '07700900123' })]),
  ])
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function exportAs(privileges: readonly Privilege[]) {
  const userId = await server.addUser({ shopIds: [shopId], privileges })
  const { headers } = await startSession(server.services, userId)
  const ask = (signal?: AbortSignal) => fetch(`${server.url}/api/${shopId}/export`, { headers, ...(signal && { signal }) })
  return { ask }
}

describe('everything of a shop over HTTP (CSV-02)', () => {
  test('is a zip to be saved, without the log for those who may not see it', async () => {
    for (const [privileges, activities] of [
      [['view_shop_setting'], 0],
      [['view_shop_setting', 'view_activity'], 1],
    ] as const) {
      const answer = await (await exportAs(privileges)).ask()
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Ada_S_hne_\d{4}-\d{2}-\d{2}\.zip"$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      const file = path.join(folder, `${activities}.zip`)
      await writeFile(file, Buffer.from(await answer.arrayBuffer()))
      const zip = await openZip(file)
      expect(await zip.readJson('json/activities.json')).toHaveLength(activities)
      expect(await zip.readJson('json/customers.json')).toMatchObject([{ name: '=Ada' }])
      const csv = new TextDecoder().decode(await zip.readBytes('csv/customers.csv', 100_000))
      expect(csv).toContain(",'=Ada,")
      // A spreadsheet keeps the zero and each digit of groups.
      expect(csv).toContain(",'+44,077 009 00123,")
      zip.close()
    }
  })

  test('is one at a time for a person, and ends for whoever goes away', async () => {
    const { ask } = await exportAs(['view_shop_setting'])
    for (let round = 0; round < 4; round += 1) {
      const controller = new AbortController()
      const answer = await ask(controller.signal)
      expect(answer.status).toBe(200)
      controller.abort()
    }
    // Hangs if an aborted export did not release its turn.
    const [one, other] = await Promise.all([ask(), ask()])
    expect([(await one.arrayBuffer()).byteLength > 1_000, (await other.arrayBuffer()).byteLength > 1_000]).toEqual([true, true])
  })
})
