import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { headingToAnchor } from './markdown-anchor.ts'

const page = readFileSync(path.join(import.meta.dirname, '../../../DECISIONS.md'), 'utf8')

type Decision = { number: string; date: string; title: string; body: string }

/** The sections under second-level headings: `207 2027-01-31 Title`, or the index. */
const sections = page.split(/^## /m).slice(1)
const index = sections.find((section) => section.startsWith('Index\n')) ?? ''
const decisions: Decision[] = sections
  .filter((section) => section !== index)
  .map((section) => {
    const [, number = '', date = '', title = '', body = ''] = /^(\d{3}) (\d{4}-\d\d-\d\d) (.+)\n([^]*)$/.exec(section) ?? []
    return { number, date, title: title || (section.split('\n', 1)[0] ?? ''), body }
  })

/** The numbers of the lines `- [207 Title](#207-…)`, each with its area. */
const indexLines = index
  .split(/^### /m)
  .slice(1)
  .flatMap((section) => {
    const area = section.split('\n', 1)[0] ?? ''
    return [...section.matchAll(/^- \[(\d{3}) .+\]\(#\1-.+\)$/gm)].map(([, number = '']) => ({ area, number }))
  })

const toAnchor = ({ number, date, title }: Decision): string => headingToAnchor(`${number} ${date} ${title}`)
const toIndexLine = (decision: Decision): string => `- [${decision.number} ${decision.title}](#${toAnchor(decision)})`

describe('DECISIONS.md', () => {
  it('numbers its decisions without a gap, the newest first', () => {
    const expected = decisions.map((_, position) => String(decisions.length - position).padStart(3, '0'))
    expect(decisions.map(({ number }) => number)).toEqual(expected)
  })

  it('dates each decision, none earlier than those with smaller numbers', () => {
    const dates = decisions.map(({ date }) => date)
    for (const [position, date] of dates.entries()) expect(Number.isNaN(Date.parse(date)), decisions[position]?.title).toBe(false)
    expect(dates).toEqual([...dates].sort().toReversed())
  })

  it('says something under each title, in sentences of its own', () => {
    for (const { number, body } of decisions) expect(body.trim(), `decision ${number}`).toMatch(/^[^\s,:;.)(]/)
  })

  it('has each decision once in its index', () => {
    const numbers = indexLines.map(({ number }) => number)
    expect(decisions.filter(({ number }) => !numbers.includes(number)).map(toIndexLine), 'lines that one area of the index should have').toEqual([])
    expect(
      numbers.filter((number, position) => numbers.indexOf(number) !== position),
      'numbers that stand there twice',
    ).toEqual([])
  })

  it('orders each area of the index, the newest first', () => {
    for (const [area, lines] of Map.groupBy(indexLines, (line) => line.area)) {
      const numbers = lines.map(({ number }) => number)
      expect(numbers, area).toEqual([...numbers].sort().toReversed())
    }
  })

  it('leads every link within the page to a decision', () => {
    const anchors = new Set(decisions.map(toAnchor))
    const links = [...page.matchAll(/\]\(#([^)]*)\)/g)].map(([, anchor = '']) => anchor)
    expect(links.length).toBeGreaterThanOrEqual(decisions.length)
    expect(links.filter((anchor) => !anchors.has(anchor))).toEqual([])
  })
})
