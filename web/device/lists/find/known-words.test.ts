import { expect, it } from 'vitest'
import type { Pace } from '../projections/build-turns.ts'
import { Projection, type ProjectionEntry } from '../projections/projection.ts'
import { KnownWords } from './known-words.ts'

type Entry = ProjectionEntry & { text: string }

/** 'radioaaah': a distinct word per row. */
const toWord = (place: number): string => `radio${[...String(place).padStart(4, '0')].map((digit) => String.fromCharCode(97 + Number(digit))).join('')}`

/** At most this many rows between two checks for waiting work. */
const rowsPerStep = 64

it('reads words in steps of few rows, gives way whenever that is due, and reads only what changed later', async () => {
  const rows = Array.from({ length: 1_000 }, (_, place): Entry => ({ id: `r${place}`, sortKey: String(place).padStart(4, '0'), text: toWord(place) }))
  const projection = new Projection<Entry>({
    async *scan() {
      yield rows as never[]
    },
    holds: () => true,
    toEntry: (row) => row as unknown as Entry,
  })
  await projection.demand()
  let [sinceLook, longest, rests, read] = [0, 0, 0, 0]
  const pace = {
    get isRestDue() {
      sinceLook = 0
      return true
    },
    rest: () => {
      rests += 1
      return Promise.resolve()
    },
  } as unknown as Pace
  const words = new KnownWords(projection, ({ text }) => {
    read += 1
    longest = Math.max(longest, ++sinceLook)
    return text
  })
  await words.read(pace)
  expect({ read, rests, longest }).toEqual({ read: 1_000, rests: Math.ceil(1_000 / rowsPerStep), longest: rowsPerStep })
  expect(words.near(toWord(7).replace('radio', 'radjo'))).toContain(toWord(7))
  projection.apply([{ id: 'r7', row: { ...rows[7], text: 'another' } as never, previous: undefined }])
  await words.read(pace)
  expect(read).toBe(1_001)
  expect(words.size).toBe(1_001)
})
