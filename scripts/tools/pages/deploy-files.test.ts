import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config.ts'

const root = path.join(import.meta.dirname, '../../..')
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8')
const compose = read('docs/deploy/compose.yaml')
const caddyfile = read('docs/deploy/Caddyfile')
const example = read('docs/deploy/env.example')

const matchesOf = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)
const sorted = (names: Iterable<string>): string[] => [...new Set(names)].toSorted()

type Tree = { [key: string]: Tree | string }

/** Parses only maps and lists by indentation; other YAML fails the test. */
function readTree(lines: readonly string[]): Tree {
  const tree: Tree = {}
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const found = /^(\s*)(?:- (\S.*)|([\w<.-]+):(?: (.+))?)$/.exec(line)
    if (found === null) throw new Error(`Cannot read: ${line}`)
    const [, indent = '', item, key = item ?? '', value = ''] = found
    let end = at + 1
    while (end < lines.length && (lines[end] ?? '').search(/\S/) > indent.length) end += 1
    tree[key] = end > at + 1 ? readTree(lines.slice(at + 1, end)) : value.replaceAll(/^['"]|['"]$/g, '')
    at = end
  }
  return tree
}

const lines = compose.split('\n').filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'))
const tree = readTree(lines)

function at(...keys: string[]): Tree {
  let found: Tree | string | undefined = tree
  for (const key of keys) found = typeof found === 'object' ? found[key] : undefined
  if (typeof found !== 'object') throw new Error(`compose.yaml has no ${keys.join('.')}`)
  return found
}

const given: Readonly<Record<string, string>> = { DATABASE_PASSWORD: 'a1b2', SHOP_DOMAIN: 'shop.example', SERVER_SECRET: 's'.repeat(64) }
const fill = (text: string): string => text.replaceAll(/\$\{(\w+)(?::-(\w*)|:\?[^}]*)?\}/g, (_, name: string, other = '') => given[name] ?? String(other))

describe('docs/deploy', () => {
  it('gives nodes settings that the server knows, and with which it starts', () => {
    const settings = Object.entries(at('x-node', 'environment')).map(([name, value]) => [name, fill(`${value as string}`)] as const)
    const known = matchesOf(read('sync-server/config.ts'), /^ {4}([A-Z][A-Z_]+): setting\(/gm)
    expect(settings.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([])
    expect(readConfig(Object.fromEntries(settings))).toMatchObject({
      database: { url: 'postgres://mainspring:a1b2@database:5432/mainspring' },
      publicOrigin: 'https://shop.example',
      serverSecret: given['SERVER_SECRET'],
      trustedProxyHops: 1,
    })
  })

  it('asks in its example for all that it uses, and refuses to start without what must be set', () => {
    const asked = matchesOf(example, /^([A-Z_]+)=$/gm)
    expect(sorted(asked)).toEqual(sorted(matchesOf(compose, /\$\{(\w+)/g)))
    expect(sorted(matchesOf(compose, /\$\{(\w+):\?/g))).toEqual(sorted(Object.keys(given)))
  })

  it('has a database that is not seen from outside, with the password that nodes use', () => {
    const database = at('services', 'database')
    expect(Object.keys(database)).not.toContain('ports')
    expect(at('services', 'database', 'environment')).toMatchObject({ POSTGRES_USER: 'mainspring', POSTGRES_DB: 'mainspring' })
    expect(database['image']).toBe('postgres:18-bookworm')
  })

  it('sends calls to every node, asks each whether it is ready, and holds no stream back', () => {
    const nodes = Object.keys(at('services')).filter((name) => name.startsWith('node-'))
    expect(nodes).toHaveLength(2)
    for (const node of nodes) expect(at('services', node)['<<']).toBe('*node')
    expect(matchesOf(caddyfile, /reverse_proxy (.+) \{/g)).toEqual([nodes.map((node) => `${node}:8080`).join(' ')])
    expect(caddyfile).toContain('health_uri /readyz')
    expect(caddyfile).toContain('flush_interval -1')
    expect(matchesOf(read('Dockerfile'), /PORT=(\d+)/g)).toEqual(['8080'])
    expect(Object.keys(at('x-node', 'healthcheck', 'test')).join(' ')).toMatch(/^CMD node -e .*http:\/\/127\.0\.0\.1:8080\/readyz/)
  })

  it('keeps in volumes what must outlive a container', () => {
    const kept = ['database', 'node-1', 'node-2', 'proxy'].flatMap((service) => Object.keys(at('services', service, 'volumes')))
    expect(sorted(kept.map((volume) => volume.split(':')[0] ?? '').filter((name) => !name.startsWith('.')))).toEqual(sorted(Object.keys(at('volumes'))))
  })

  it('keeps secrets out of the repository and of images', () => {
    expect(read('.gitignore').split('\n')).toContain('.env')
    expect(read('.dockerignore').split('\n')).toContain('**/.env')
  })
})
