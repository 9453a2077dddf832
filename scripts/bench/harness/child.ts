import { fork, type ChildProcess } from 'node:child_process'
import path from 'node:path'

/** A child process of the bench that sends a reply of a known `kind` to each request. */
export type Child<Request extends { kind: string }, Reply extends { kind: string }> = {
  ask<Kind extends Reply['kind']>(request: Request, kind: Kind): Promise<Extract<Reply, { kind: Kind }>>
  /** Waits for a message that the process sends without a request. */
  hear<Kind extends Reply['kind']>(kind: Kind): Promise<Extract<Reply, { kind: Kind }>>
  stop(): Promise<void>
}

/** Starts a script of this folder as a child process. */
export function startChild<Request extends { kind: string }, Reply extends { kind: string }>(script: string, env: NodeJS.ProcessEnv): Child<Request, Reply> {
  const child = fork(path.join(import.meta.dirname, script), [], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const hear = <Kind extends Reply['kind']>(kind: Kind): Promise<Extract<Reply, { kind: Kind }>> =>
    new Promise((resolve, reject) => {
      const onMessage = (reply: Reply): void => {
        if (reply.kind !== kind) return
        child.off('message', onMessage)
        child.off('exit', onExit)
        resolve(reply as Extract<Reply, { kind: Kind }>)
      }
      const onExit = (code: number | null): void => reject(new Error(`${script} ended with exit code ${code}`))
      child.on('message', onMessage)
      child.once('exit', onExit)
    })
  return {
    hear,
    async ask(request, kind) {
      const reply = hear(kind)
      child.send(request)
      return reply
    },
    stop: () => stopChild(child),
  }
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    const lastWord = setTimeout(() => child.kill('SIGKILL'), 15_000)
    child.once('exit', () => {
      clearTimeout(lastWord)
      resolve()
    })
    child.kill('SIGTERM')
  })
}
