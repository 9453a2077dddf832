import { readConfig } from '#server/config.ts'
import { startServer } from '#server/main.ts'

/**
 * A real server that kills itself at the n-th occurrence of a sending step (`DIE_STEP`, `DIE_AT`); otherwise the test
 * ends it. Its clock is `AHEAD_MS` ahead.
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
