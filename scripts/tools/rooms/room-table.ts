// Allowed imports between rooms; the lint plugin in ../fences checks them, ARCHITECTURE.md describes the rooms.

const ANY = ['*']

/**
 * The rooms of each part from bottom to top, with the rooms of the same part that each may import (types too). Imports
 * go downwards only, so there are no cycles. `device` stands for `device/…`. Files outside rooms are unrestricted. See
 * also `FENCES` and `CONTAINED_FEATURES`.
 */
export const ROOMS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  schema: {
    language: [],
    values: [],
    collections: ['language', 'values'],
    rules: ['language', 'values', 'collections'],
    api: ['language', 'values', 'collections', 'rules'],
    texts: ['values', 'collections', 'rules', 'api'],
  },
  'sync-server': {
    metrics: [],
    events: [],
    lists: [],
    db: ['metrics'],
    store: ['db'],
    queries: ['db', 'lists', 'store'],
    feed: ['db', 'events', 'queries', 'store'],
    session: ['db', 'queries'],
    commands: ['db', 'queries', 'session', 'store'],
    http: ['metrics', 'session'],
    static: ['http'],
    portal: ['db', 'queries', 'session', 'store'],
    messages: ['db', 'portal', 'queries', 'session', 'store'],
    workers: ['db'],
    webhooks: ['db', 'queries', 'store', 'workers'],
    operations: ['commands', 'db', 'messages', 'metrics', 'portal', 'session', 'store', 'webhooks'],
    registry: ['commands', 'lists', 'messages', 'operations', 'portal', 'session', 'webhooks'],
    openapi: ['registry'],
    routes: ['commands', 'feed', 'http', 'lists', 'messages', 'openapi', 'operations', 'portal', 'queries', 'registry', 'session', 'store', 'webhooks'],
    testing: ANY,
  },
  web: {
    'device/platform': [],
    'device/rows': [],
    'device/storage': ['device/platform', 'device/rows'],
    'device/files': ['device/platform', 'device/storage'],
    'device/logos': ['device/platform', 'device/storage'],
    'device/numbers': ['device/platform', 'device/storage'],
    'device/outbox': ['device/numbers', 'device/platform', 'device/rows', 'device/storage'],
    'device/drafts': ['device/outbox', 'device/platform', 'device/storage'],
    'device/lists': ['device/outbox', 'device/platform', 'device/rows', 'device/storage'],
    'device/recovery': ['device/numbers', 'device/outbox', 'device/platform', 'device/rows', 'device/storage'],
    'device/sync': ['device/numbers', 'device/outbox', 'device/platform', 'device/recovery', 'device/rows', 'device/storage'],
    'device/leaving': [
      'device/drafts',
      'device/files',
      'device/numbers',
      'device/outbox',
      'device/platform',
      'device/recovery',
      'device/storage',
      'device/sync',
    ],
    'device/tabs': [
      'device/drafts',
      'device/leaving',
      'device/numbers',
      'device/outbox',
      'device/platform',
      'device/recovery',
      'device/rows',
      'device/storage',
      'device/sync',
    ],
    device: [],
    'device/react': ['device'],
    'device/scenarios': ANY,
    'device/testing': ANY,
    language: [],
    ui: ['language'],
    sheets: ['ui'],
    styles: [],
    public: [],
    api: ['device/leaving', 'device/platform', 'language'],
    navigation: ['language', 'ui'],
    session: ['api', 'device/storage', 'language', 'navigation', 'ui'],
    inputs: ['device/platform', 'device/react', 'language', 'ui'],
    forms: ['device', 'inputs', 'language', 'navigation', 'ui'],
    'list-kit': ['device', 'forms', 'inputs', 'language', 'navigation', 'ui'],
    voice: ['language', 'navigation', 'ui'],
    features: ['api', 'device', 'forms', 'inputs', 'language', 'list-kit', 'navigation', 'session', 'sheets', 'ui', 'voice'],
    shell: ['api', 'device', 'features', 'forms', 'inputs', 'language', 'navigation', 'session', 'ui'],
    portal: ['api', 'inputs', 'sheets', 'styles', 'ui'],
    testing: ANY,
    e2e: ANY,
  },
  scripts: {
    demo: [],
    'process-tests': ANY,
    tools: ['demo', 'process-tests'],
    dev: ['demo', 'tools'],
    generate: ['tools'],
    release: ['tools'],
    moving: ['tools'],
    'shop-data': ['tools'],
    backup: ANY,
    bench: ['demo', 'tools'],
    simulation: ['demo'],
  },
}

/** `web/device/outbox`, `sync-server/store`; undefined for files outside rooms. */
export function fileToRoom(file: string): string | undefined {
  const [part, room, inner, ...more] = file.split('/')
  if (inner === undefined) return undefined
  return part === 'web' && room === 'device' && more.length > 0 ? `web/device/${inner}` : `${part}/${room}`
}

/** A room may import its sub-rooms. */
export function mayImport(from: string, to: string): boolean {
  const [part = ''] = from.split('/', 1)
  const touched = ROOMS[part]?.[from.slice(part.length + 1)] ?? []
  return to.startsWith(`${from}/`) || touched.some((name) => name === '*' || `${to}/`.startsWith(`${part}/${name}/`))
}
