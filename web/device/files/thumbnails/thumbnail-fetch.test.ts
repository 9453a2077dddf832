import { expect, test } from 'vitest'
import { v7 } from 'uuid'
import { AppError } from '#schema/errors.ts'
import { createTabLocks } from '../../platform/ports.ts'
import { fetchThumbnails } from './thumbnail-fetch.ts'

const shopId = v7()

/** Runs `rounds` rounds with these files; `answer` gives the server's content of a file in a round. */
async function fetchFor(rounds: number, ids: readonly string[], answer: (id: string, round: number) => Blob) {
  const closing = new AbortController()
  const asked: [id: string, round: number][] = []
  const kept = new Set<string>()
  let round = 0
  await fetchThumbnails({
    api: {
      get: async ({ id }: { id: string }) => {
        asked.push([id, round])
        return answer(id, round)
      },
    } as never,
    kept: { has: async (id: string) => kept.has(id), keep: async (id: string) => void kept.add(id) } as never,
    rows: { listOpenOrders: async () => ids.map((id) => ({ shopId, id })) } as never,
    network: { isSaving: () => false } as never,
    ports: {
      locks: createTabLocks(),
      wait: async (ms: number) => {
        if (ms === 10_000 && ++round > rounds) closing.abort()
      },
    },
    lockName: v7(),
    pauseMs: 10_000,
    isOnline: () => true,
    closing: closing.signal,
  })
  return { asked, kept }
}

test('a thumbnail that the server lacks is asked for less and less, and comes once it is there', async () => {
  const { asked, kept } = await fetchFor(1_000, ['document', 'photo'], (id, round) => {
    if (id === 'photo' && round >= 20) return new Blob(['x'])
    throw new AppError('NOT_FOUND')
  })
  expect(asked.filter(([id]) => id === 'document').map(([, round]) => round)).toEqual([1, 3, 6, 11, 20, 37, 70, 135, 264, 521, 882])
  expect(kept).toEqual(new Set(['photo']))
  expect(asked.filter(([id]) => id === 'photo')).toHaveLength(5)
})

test('a network that went is no word of the server: the next round goes on where it stopped', async () => {
  const { asked, kept } = await fetchFor(3, ['one', 'two'], (_id, round) => {
    if (round === 1) throw new TypeError('Failed to fetch')
    return new Blob(['x'])
  })
  expect(asked).toEqual([
    ['one', 1],
    ['one', 2],
    ['two', 2],
  ])
  expect(kept.size).toBe(2)
})
