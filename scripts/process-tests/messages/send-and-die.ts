import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

/**
 * A real server that ends as by a power cut at the n-th time that it takes a step of sending: `DIE_STEP`, `DIE_AT`. Without them somebody
 * else has to end it. Its clock is `AHEAD_MS` ahead.
 */
const dieStep = process.env['DIE_STEP']
const aheadMs = Number(process.env['AHEAD_MS'] ?? 0)
let left = Number(process.env['DIE_AT'] ?? 1)

await startServer(
  { ...readConfig(process.env), webDir: import.meta.dirname },
  {
    clock: () => new Date(Date.now() + aheadMs),
    messages: {
      everyMs: 20,
      onStep: (step) => {
        if (step === dieStep && --left === 0) process.kill(process.pid, 'SIGKILL')
      },
    },
  },
)
