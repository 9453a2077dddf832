import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { UploadPacer } from '../join-files.ts'

/** A clock that jumps from wait to wait; changes happen at `changesAtMs`. */
function createClock(changesAtMs: readonly number[]) {
  let now = 0
  const left = changesAtMs.toSorted((one, other) => one - other)
  const calm: UploadPacer = new UploadPacer({
    monotonic: () => now,
    async wait(durationMs) {
      const end = now + durationMs
      for (let next = left[0]; next !== undefined && next <= end; next = left[0]) {
        now = next
        left.shift()
        calm.noteChange()
      }
      now = end
    },
  })
  return { calm, readNow: () => now }
}

describe('large things give way to who is saving (PHOTO-03)', () => {
  test('at once where nobody changed anything', async () => {
    const { calm, readNow } = createClock([])
    await calm.whenCalm(new AbortController().signal)
    expect(readNow()).toBe(0)
  })

  test('after half a second without another change, at the latest after five', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 6_000 }), { maxLength: 40 }), async (changesAtMs) => {
        const { calm, readNow } = createClock(changesAtMs)
        calm.noteChange()
        await calm.whenCalm(new AbortController().signal)
        const endMs = readNow()
        expect(endMs).toBeGreaterThanOrEqual(500)
        expect(endMs).toBeLessThanOrEqual(5_000)
        const last = Math.max(0, ...changesAtMs.filter((atMs) => atMs < endMs))
        if (endMs < 5_000) expect(endMs).toBe(last + 500)
      }),
    )
  })

  test('not after the page closes', async () => {
    const { calm } = createClock([])
    calm.noteChange()
    const closing = new AbortController()
    closing.abort()
    await expect(calm.whenCalm(closing.signal)).resolves.toBeUndefined()
  })
})
