import { open } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import type { BackupsAnswer } from '#schema/api/answers/backup-answers.ts'
import type { BackupConfig } from '../../config.ts'
import { makePrivateFolder } from '../../db/files/private-files.ts'
import type { Services } from '../../services.ts'
import { isOverdue, listBackups, removeLeftovers, removeOldBackups, toBackupAge, toBackupName, type BackupKind } from './backup-folder.ts'
import type { BackupRun, RunBackup } from './run-backup.ts'

/** Poll instead of one long timer, which a clock change or sleep of the machine would not adjust. */
const lookEveryMs = 60_000
const retryMs = 15 * 60_000
/** A disk that is gone may never answer. */
const folderLimitMs = 30_000

export type BackupsOptions = { kind: BackupKind; config: BackupConfig; services: Pick<Services, 'clock' | 'log'>; run: RunBackup }

/** Makes a checked backup whenever the newest one is too old, and keeps the newest ones. */
export class ScheduledBackups {
  readonly #kind: BackupKind
  readonly #config: BackupConfig
  readonly #services: Pick<Services, 'clock' | 'log'>
  readonly #run: RunBackup
  #timer: NodeJS.Timeout | undefined
  #running: { work: Promise<void>; backup: BackupRun | undefined } | undefined
  #failure: { at: Date; message: string } | undefined
  #isStopped = false
  #failures = 0

  constructor({ kind, config, services, run }: BackupsOptions) {
    this.#kind = kind
    this.#config = config
    this.#services = services
    this.#run = run
  }

  get failures(): number {
    return this.#failures
  }

  start(): void {
    const look = (): void => void this.makeIfDue()
    this.#timer = setInterval(look, lookEveryMs).unref()
    look()
  }

  async makeIfDue(): Promise<void> {
    if (await this.#isDue()) await this.make()
  }

  /** Makes a backup now, or waits for the running one. Never throws: see `status`. */
  make(): Promise<void> {
    if (this.#isStopped) return Promise.resolve()
    if (this.#running === undefined) {
      const work = this.#makeOne().finally(() => (this.#running = undefined))
      this.#running = { work, backup: undefined }
    }
    return this.#running.work
  }

  async status(): Promise<BackupsAnswer> {
    const { dir, everyMs, keep } = this.#config
    const now = this.#services.clock()
    const { backups, problem } = await listOrProblem(dir)
    const [newest] = backups
    const failure = this.#failure ?? (problem === undefined ? undefined : { at: now, message: problem })
    return {
      isOn: true,
      everyMs,
      keep,
      kept: backups.length,
      last: newest ? { madeAt: newest.madeAt.toISOString(), sizeBytes: newest.sizeBytes } : null,
      nextAt: newest && newest.madeAt.getTime() + everyMs > now.getTime() ? new Date(newest.madeAt.getTime() + everyMs).toISOString() : null,
      isRunning: this.#running !== undefined,
      isOverdue: isOverdue(toBackupAge(backups, now), everyMs) && this.#running === undefined,
      failure: failure ? { at: failure.at.toISOString(), message: failure.message } : null,
    }
  }

  /** The newest backup's file, open for reading; waits for the first one while it is being made. Undefined where there is none. */
  async openNewest(): Promise<{ name: string; sizeBytes: number; stream: Readable } | undefined> {
    const { dir } = this.#config
    if ((await listOrProblem(dir)).backups.length === 0) await this.#running?.work
    const [newest] = (await listOrProblem(dir)).backups
    if (newest === undefined) return undefined
    // An open file outlives its removal, when newer backups push it out meanwhile.
    const file = await open(path.join(dir, newest.name))
    const { size } = await file.stat()
    return { name: newest.name, sizeBytes: size, stream: file.createReadStream() }
  }

  /** Ends a running backup and removes its partial copy. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    const running = this.#running
    // Before the copy begins there is only the folder, whose disk may never answer.
    if (running?.backup === undefined) return
    await running.backup.stop()
    await running.work
  }

  async #isDue(): Promise<boolean> {
    if (this.#running !== undefined) return false
    const now = this.#services.clock()
    const { dir, everyMs } = this.#config
    const sinceFailureMs = this.#failure && Math.abs(now.getTime() - this.#failure.at.getTime())
    if (sinceFailureMs !== undefined && sinceFailureMs < Math.min(retryMs, everyMs)) return false
    const { backups, problem } = await listOrProblem(dir)
    const ageMs = toBackupAge(backups, now)
    return problem !== undefined || ageMs === undefined || ageMs >= everyMs
  }

  async #makeOne(): Promise<void> {
    const { dir, keep } = this.#config
    const { clock, log } = this.#services
    try {
      await inTime(makePrivateFolder(dir), dir)
      await inTime(removeLeftovers(dir, clock()), dir)
      if (this.#isStopped) return
      const name = toBackupName(clock(), this.#kind)
      const backup = this.#run(path.join(dir, name))
      if (this.#running) this.#running.backup = backup
      await backup.done
      await removeOldBackups(dir, keep, name)
      this.#failure = undefined
      log.info({ backup: name }, 'backup made and checked')
    } catch (error) {
      await inTime(removeLeftovers(dir, clock()), dir).catch(() => undefined)
      if (this.#isStopped) return
      this.#failures += 1
      this.#failure = { at: clock(), message: error instanceof Error ? error.message : String(error) }
      log.error({ err: error }, 'no backup could be made')
    }
  }
}

/** Waits as long as a disk may take, and not for the work itself at a stop of the process. */
async function inTime<T>(work: Promise<T>, dir: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${dir} does not answer`)), folderLimitMs).unref()
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

async function listOrProblem(dir: string): Promise<{ backups: Awaited<ReturnType<typeof listBackups>>; problem?: string }> {
  try {
    return { backups: await inTime(listBackups(dir), dir) }
  } catch (error) {
    return { backups: [], problem: error instanceof Error ? error.message : String(error) }
  }
}
