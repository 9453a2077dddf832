import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { mutants } from './mutants.ts'
import { smallSizes } from './patches.ts'

describe('deliberate faults', () => {
  it.each([{ name: 'the sizes that every run makes small', patches: smallSizes }, ...mutants])('find what they replace: $name', ({ patches }) => {
    for (const { file, find, replace } of patches) {
      const source = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
      expect(source.replace(find, () => replace) === source, `${file} does not hold ${String(find)}`).toBe(false)
    }
  })
})
