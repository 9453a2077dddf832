import { Session } from 'node:inspector/promises'
import { performance } from 'node:perf_hooks'
import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'
import { nowMs, type Commit } from './delivery.ts'
import type { ServerReply, ServerRequest, ServerUsage } from '../shops/workshop.ts'

// Runs the real server in its own process, so that the bench does not share its thread. It ends with its parent process.
const config = readConfig(process.env)
const server = await startServer({ ...config, webDir: process.env['BENCH_WEB_DIR'] ?? config.webDir })
const inspector = new Session()
let commits: (Commit & { shopId: string })[] | undefined
let lastUse = performance.eventLoopUtilization()
let lastCpu = { ...process.cpuUsage(), atMs: nowMs() }
const reply = (message: ServerReply): void => void process.send?.(message)
const stop = (): void => void server.close().then(() => process.exit(0))

process.on('message', (request: ServerRequest) => void answer(request))
process.on('disconnect', stop)
process.on('SIGTERM', stop)
// Ctrl-C reaches the whole process group, but the parent stops its servers itself after it has closed the browsers.
process.on('SIGINT', () => {})
reply({ kind: 'ready', url: server.url })

async function answer(request: ServerRequest): Promise<void> {
  switch (request.kind) {
    case 'profile-start':
      inspector.connect()
      await inspector.post('Profiler.enable')
      await inspector.post('Profiler.start')
      return reply({ kind: 'profile-started' })
    case 'profile-stop': {
      const { profile } = await inspector.post('Profiler.stop')
      inspector.disconnect()
      return reply({ kind: 'profile', profile })
    }
    case 'commits':
      if (commits === undefined) noteCommits()
      reply({ kind: 'commits', commits: commits ?? [] })
      commits = []
      return
    case 'usage':
      if (request.isCollected) await collectGarbage()
      return reply({ kind: 'usage', usage: readUsage() })
  }
}

/** Records commits by the bus, which notifies its subscribers right after the commit in their order: this one before any live stream. */
function noteCommits(): void {
  server.services.bus.subscribe((event) => {
    if (event.kind === 'heads') commits?.push({ atMs: nowMs(), shopId: event.shopId, heads: event.heads })
  })
}

/** Collects twice, because finalizers of the first collection release more. */
async function collectGarbage(): Promise<void> {
  inspector.connect()
  await inspector.post('HeapProfiler.collectGarbage')
  await inspector.post('HeapProfiler.collectGarbage')
  inspector.disconnect()
}

function readUsage(): ServerUsage {
  const { utilization } = performance.eventLoopUtilization(performance.eventLoopUtilization(), lastUse)
  lastUse = performance.eventLoopUtilization()
  const { user, system } = process.cpuUsage(lastCpu)
  const cpuShare = (user + system) / 1_000 / (nowMs() - lastCpu.atMs)
  lastCpu = { ...process.cpuUsage(), atMs: nowMs() }
  const { rss, heapUsed, external } = process.memoryUsage()
  const used = process.cpuUsage()
  const cpuMs = (used.user + used.system) / 1_000
  return { rssBytes: rss, heapBytes: heapUsed + external, busyShare: utilization, cpuShare, cpuMs, trips: server.services.metrics.database.total.trips }
}
