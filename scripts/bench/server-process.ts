import { Session } from 'node:inspector/promises'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import type { ServerReply, ServerRequest } from './workshop.ts'

// The real server in a process of its own, as in real use, so that the bench does not share its thread. It ends with its parent.
const config = readConfig(process.env)
const server = await startServer({ ...config, webDir: process.env['BENCH_WEB_DIR'] ?? config.webDir })
const inspector = new Session()
const reply = (message: ServerReply): void => void process.send?.(message)
const stop = (): void => void server.close().then(() => process.exit(0))

process.on('message', (request: ServerRequest) => void answer(request))
process.on('disconnect', stop)
process.on('SIGTERM', stop)
// Ctrl-C goes to the whole group: the parent stops its servers when it has closed the browsers.
process.on('SIGINT', () => {})
reply({ kind: 'ready', url: server.url })

async function answer({ kind }: ServerRequest): Promise<void> {
  if (kind === 'profile-start') {
    inspector.connect()
    await inspector.post('Profiler.enable')
    await inspector.post('Profiler.start')
    reply({ kind: 'profile-started' })
  } else {
    const { profile } = await inspector.post('Profiler.stop')
    inspector.disconnect()
    reply({ kind: 'profile', profile })
  }
}
