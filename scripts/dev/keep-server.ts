import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'

type ServerEvents = {
  /** The server listens; `lines` come from demo-server.ts. */
  onReady: (lines: string[]) => void
  /** The server ended unexpectedly; `reason`: last line of its error. */
  onCrash: (reason: string) => void
}

export type KeptServer = {
  /** Restarts with the current files. Calls during a restart cause one more. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}

/** Longer than a stop with open streams; a kill afterwards loses no data. */
const stopMs = 2_000

export function keepServer(program: string, env: NodeJS.ProcessEnv, { onReady, onCrash }: ServerEvents): KeptServer {
  let child: ChildProcess | undefined
  let turn = Promise.resolve()
  let isWaiting = false

  const start = (): void => {
    const started = fork(program, { env, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] })
    let errors = ''
    started.stderr?.setEncoding('utf8').on('data', (text: string) => {
      process.stderr.write(text)
      errors = (errors + text).slice(-10_000)
    })
    started.on('message', (message) => onReady((message as { lines: string[] }).lines))
    started.on('close', (code, signal) => {
      if (child !== started) return
      child = undefined
      onCrash(toReason(errors) ?? (signal === null ? `exit code ${code}` : signal))
    })
    child = started
  }

  const stop = async (): Promise<void> => {
    const stopping = child
    child = undefined
    if (stopping === undefined) return
    const closed = once(stopping, 'close')
    stopping.kill('SIGTERM')
    const timer = setTimeout(() => stopping.kill('SIGKILL'), stopMs)
    await closed
    clearTimeout(timer)
  }

  return {
    restart() {
      if (!isWaiting) {
        isWaiting = true
        turn = turn.then(async () => {
          isWaiting = false
          await stop()
          start()
        })
      }
      return turn
    },
    async stop() {
      await turn
      await stop()
    },
  }
}

function toReason(errors: string): string | undefined {
  const lines = errors.split('\n').filter((line) => line.trim() !== '')
  return lines.findLast((line) => /^(?:Uncaught )?\w*Error\b|^Mainspring cannot start/.test(line)) ?? lines.at(-1)
}
