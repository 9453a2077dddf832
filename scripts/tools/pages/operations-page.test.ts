import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#server/testing/test-server.ts'

const docs = path.join(import.meta.dirname, '../../../docs')
const page = readFileSync(path.join(docs, 'operations.md'), 'utf8')
const dashboard = readFileSync(path.join(docs, 'grafana-dashboard.json'), 'utf8')

let server: TestServer
let folder = ''
let told: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'mainspring-operations-'))
  const token = 'a token of the operator'
  server = await startTestServer({ env: { METRICS_TOKEN: token, BACKUP_DIR: folder } })
  const { text } = await server.client().get('/metrics', { headers: { Authorization: `Bearer ${token}` } })
  told = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name)
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const namesIn = (text: string): string[] => [...new Set(text.match(/\b(?:mainspring|process)_[a-z_]*[a-z]\b/g))]
const toFigure = (name: string): string => (told.includes(name) ? name : name.replace(/_(?:bucket|count|sum)$/, ''))

describe('docs/operations.md', () => {
  it('explains every figure of /metrics, and names none that is not there', () => {
    expect(told.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
    expect(namesIn(page).filter((name) => !told.includes(toFigure(name)))).toEqual([])
  })

  it('has a dashboard that draws figures that there are', () => {
    const { panels } = JSON.parse(dashboard) as { panels: { title: string; targets: { expr: string }[] }[] }
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
    expect(expressions.length).toBeGreaterThan(10)
    expect(expressions.flatMap(namesIn).filter((name) => !told.includes(toFigure(name)))).toEqual([])
    expect(expressions.filter((expr) => namesIn(expr).length === 0)).toEqual([])
  })
})
