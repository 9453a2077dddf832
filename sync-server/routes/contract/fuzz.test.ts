import { afterAll, beforeAll, expect, test } from 'vitest'
import { triesOf } from '../../testing/test-database.ts'
import { weighedNames } from '../../testing/test-fuzz.ts'
import { closeFuzzWorld, openFuzzWorld, seed, sendRandomRequests } from '../../testing/test-fuzz-world.ts'

const runs = triesOf(2_000)

beforeAll(openFuzzWorld)
afterAll(closeFuzzWorld)

test('every weight belongs to a route', () => {
  expect(weighedNames()).toEqual([])
})

test(`${runs} random requests, one after the other: no 5xx, and no answer tells of the inside of the server (seed ${seed})`, async () => {
  const countByStatus = await sendRandomRequests(runs, 1)
  expect(Object.keys(countByStatus)).toEqual(expect.arrayContaining(['200', '400', '401', '403', '404']))
})
