import 'fake-indexeddb/auto'
import { describe, expect, it } from 'vitest'
import { checkPackedModel } from '../../testing/packed-model.ts'
import { watchForDeath } from '../../testing/test-dying-page.ts'

const page = watchForDeath()

describe('the packed store in two tabs, through pages, changes, deletions, purges, deaths, reloads and compactions', () => {
  it('is what a map of rows is, whatever the order and whatever comes into a compaction or a scan', async () => {
    await expect(checkPackedModel({ runs: 8, isKeeperOn: false }, page)).resolves.toBeUndefined()
  })

  it('is that too while it puts its rows in order by itself', async () => {
    await expect(checkPackedModel({ runs: 8, isKeeperOn: true }, page)).resolves.toBeUndefined()
  })
})
