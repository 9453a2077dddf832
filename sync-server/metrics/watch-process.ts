import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Metrics } from './metrics.ts'

/** Sampling interval of the event loop delay. */
const resolutionMs = 20
const nanosecondsPerSecond = 1e9

/** Registers metrics of this process: memory, CPU, event loop delay. Returns a stop function. */
export function watchProcess(metrics: Metrics, version: string): () => void {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs })
  delay.enable()
  const toSeconds = (nanoseconds: number): number => (Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / nanosecondsPerSecond - resolutionMs / 1_000) : 0)
  metrics.watch({
    name: 'mainspring_event_loop_delay_seconds',
    help: 'How late the event loop was since the last time that the metrics were read.',
    labels: ['quantile'],
    read: () => {
      const readings = [0.5, 0.9, 0.99, 1].map((share) => ({ labels: { quantile: String(share) }, value: toSeconds(delay.percentile(share * 100)) }))
      delay.reset()
      return readings
    },
  })
  metrics.watch({
    name: 'process_cpu_seconds_total',
    help: 'Processor time of the process.',
    kind: 'total',
    read: () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
  })
  metrics.watch({ name: 'process_resident_memory_bytes', help: 'Memory of the process.', read: () => process.memoryUsage.rss() })
  metrics.watch({
    name: 'process_start_time_seconds',
    help: 'When the process started, in seconds since 1970.',
    read: () => performance.timeOrigin / 1_000,
  })
  metrics.watch({ name: 'mainspring_build_info', help: 'The version that runs.', labels: ['version'], read: () => [{ labels: { version }, value: 1 }] })
  return () => delay.disable()
}
