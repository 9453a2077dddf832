import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

/**
 * A real server that kills itself at the n-th occurrence of a webhook worker step (`DIE_STEP`, `DIE_AT`); otherwise it
 * runs until stdin ends. Prints its address.
 */
const [dieStep, leaseMs, timeoutMs] = [process.env['DIE_STEP'], 1_500, 1_000]
let left = Number(process.env['DIE_AT'] ?? 1)

const server = await startServer(
  { ...readConfig(process.env), webDir: import.meta.dirname },
  {
    webhooks: {
      leaseMs,
      timeoutMs,
      lookMs: 100,
      onStep: (step) => {
        if (step === dieStep && --left === 0) process.kill(process.pid, 'SIGKILL')
      },
    },
  },
)
process.stdout.write(`${server.url}\n`)
process.stdin.resume()
process.stdin.on('end', () => void server.close().then(() => process.exit(0)))
