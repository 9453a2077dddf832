import { describe, expect, test } from 'vitest'
import { noBackups, type BackupsAnswer } from '#schema/api/answers/backup-answers.ts'
import { backupsToFacts, backupsToWarning } from './backups-text.ts'

const now = new Date('2026-03-02T10:00:00.000Z')
const hourMs = 3_600_000
const on: BackupsAnswer = { ...noBackups, isOn: true, everyMs: 24 * hourMs, keep: 14 }

describe('backups (OPS-02)', () => {
  test('tell when the last one was made, how large it is, how many are kept and how often they are made', () => {
    const facts = backupsToFacts({ ...on, kept: 3, last: { madeAt: '2026-03-02T07:00:00.000Z', sizeBytes: 12_300_000 } }, now)
    expect(facts.map(([name]) => name)).toEqual(['Last backup', 'Next backup', 'Kept', 'Made'])
    expect(facts[0]?.[1]).toMatch(/\(3 hours ago\), 12 MB$/)
    expect(facts.slice(1).map(([, text]) => text)).toEqual(['Now', '3 of at most 14', 'every 24 hours'])
    expect(backupsToFacts({ ...on, isRunning: true }, now)[1]).toEqual(['Next backup', 'Being made'])
    expect(backupsToFacts({ ...on, nextAt: '2026-03-03T07:00:00.000Z' }, now)[1]?.[1]).not.toBe('Now')
    expect(backupsToFacts(on, now)[0]).toEqual(['Last backup', 'None yet'])
  })

  test.each([
    [hourMs, 'every hour'],
    [30 * 60_000, 'every 30 minutes'],
    [36 * hourMs, 'every 36 hours'],
    [7 * 24 * hourMs, 'every 7 days'],
  ])('%d ms are told as "%s"', (everyMs, text) => {
    expect(backupsToFacts({ ...on, everyMs }, now)[3]?.[1]).toBe(text)
  })

  test('say what is wrong: the reason of a failure before a missed one, and nothing while one is being made', () => {
    expect(backupsToWarning(on, now)).toBeUndefined()
    expect(backupsToWarning({ ...on, isOverdue: true }, now)).toMatch(/^A backup was missed\./)
    expect(backupsToWarning({ ...on, isOverdue: true, isRunning: true }, now)).toBeUndefined()
    const failure = { at: '2026-03-02T09:30:00.000Z', message: 'the disk is full' }
    expect(backupsToWarning({ ...on, isOverdue: true, failure }, now)).toBe(
      'The last try failed 30 minutes ago: the disk is full. The server tries again automatically.',
    )
  })
})
