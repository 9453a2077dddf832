import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

// The real server in its own process, off the bench's thread. Sends its address and ends with its parent.
const config = readConfig(process.env)
const server = await startServer({ ...config, webDir: process.env['BENCH_WEB_DIR'] ?? config.webDir })
const stop = (): void => void server.close().then(() => process.exit(0))

process.on('disconnect', stop)
process.on('SIGTERM', stop)
// Ctrl-C reaches the whole process group, but the parent ends the server.
process.on('SIGINT', () => {})
process.send?.(server.url)
