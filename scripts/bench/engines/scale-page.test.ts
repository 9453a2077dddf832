import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseStat } from './database-cpu.ts'
import { engineFigureNames } from './figure-names.ts'

const repository = path.join(import.meta.dirname, '../../..')

test('docs/scale.md tells of every figure of the bench of the engines, and of no other', () => {
  const page = readFileSync(path.join(repository, 'docs/scale.md'), 'utf8')
  const named = new Set([...page.matchAll(/`(engines\/[^`]+)`/g)].map(([, name]) => name))
  const byName = (one = '', other = ''): number => (one < other ? -1 : 1)
  expect([...named].toSorted(byName)).toEqual([...engineFigureNames].toSorted(byName))
})

describe('the times of a process', () => {
  const rest = '4194560 100 2 0 0 7 3 20 10 20 0 1 0 5 0 0'

  test('are its own and those of children that have ended, whatever its program is called', () => {
    expect(parseStat(`42 (postgres) S 7 42 42 0 -1 ${rest}`)).toEqual({ parent: 7, cpuMs: 400 })
    expect(parseStat(`42 (a) R 1 (b) S 7 42 42 0 -1 ${rest}`)).toEqual({ parent: 7, cpuMs: 400 })
  })

  test('are refused where there are none', () => {
    expect(() => parseStat('42 (postgres) S 7')).toThrow('No times of a process')
  })
})
