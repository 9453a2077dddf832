import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const page = readFileSync(path.join(import.meta.dirname, '../../../DECISIONS.md'), 'utf8')

/** Sections `## 7. Title`. */
const decisions = page
  .split(/^## /m)
  .slice(1)
  .map((section) => {
    const [heading = '', ...body] = section.trimEnd().split('\n')
    return { heading, lines: body.filter((line) => line !== '') }
  })

describe('DECISIONS.md', () => {
  it('numbers its decisions from 1, forty at most', () => {
    expect(decisions.map(({ heading }) => Number(/^(\d+)\. \S/.exec(heading)?.[1]))).toEqual(decisions.map((_, index) => index + 1))
    expect(decisions.length).toBeLessThanOrEqual(40)
  })

  it('says of each in two to eight lines what was decided and when to look at it again', () => {
    for (const { heading, lines } of decisions) {
      expect(lines.length, heading).toBeLessThanOrEqual(8)
      expect(lines.at(-1), heading).toMatch(/^Revisit when: /)
      expect(lines.length, heading).toBeGreaterThan(1)
    }
  })
})
