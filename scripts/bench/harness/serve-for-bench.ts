import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

// The real server in a process of its own, so that it does not share the bench's thread. It sends its address, and ends with its parent.
const config = readConfig(process.env)
const server = await startServer({ ...config, webDir: process.env['BENCH_WEB_DIR'] ?? config.webDir })
const stop = (): void => void server.close().then(() => process.exit(0))

process.on('disconnect', stop)
process.on('SIGTERM', stop)
// Ctrl-C reaches the whole process group, but the server ends behind its parent.
process.on('SIGINT', () => {})
process.send?.(server.url)
