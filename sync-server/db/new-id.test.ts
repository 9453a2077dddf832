import { describe, expect, it } from 'vitest'
import { validate, version } from 'uuid'
import { isUuid } from '#schema/fields.ts'
import { createNewId } from './new-id.ts'

describe('createNewId', () => {
  it('makes uuids of version 7 that carry the time', () => {
    const id = createNewId(() => Date.parse('2026-03-01T10:00:00.000Z'))()
    expect(validate(id) && version(id) === 7 && isUuid(id)).toBe(true)
    expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse('2026-03-01T10:00:00.000Z'))
  })

  it('makes ids that are unique and ascending, also within a millisecond and with a clock that steps back', () => {
    let ms = 1_000_000
    const newId = createNewId(() => ms)
    const ids: string[] = []
    for (let index = 0; index < 20_000; index++) {
      if (index === 5_000) ms += 3
      if (index === 10_000) ms -= 1_000
      if (index === 15_000) ms += 5_000
      ids.push(newId())
    }
    expect(new Set(ids).size).toBe(ids.length)
    expect([...ids].sort()).toEqual(ids)
    expect(ids.every((id) => isUuid(id))).toBe(true)
  })
})
