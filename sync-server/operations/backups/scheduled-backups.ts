import path from 'node:path'
import type { BackupsAnswer } from '#schema/api/answers/backup-answers.ts'
import type { BackupConfig } from '../../config.ts'
import { makePrivateFolder } from '../../db/files/private-files.ts'
import type { Services } from '../../services.ts'
import { isOverdue, listBackups, removeLeftovers, removeOldBackups, toBackupAge, toBackupName, type BackupKind } from './backup-folder.ts'
import type { BackupRun, RunBackup } from './run-backup.ts'

/** Poll instead of one long timer, which a clock change or sleep of the machine would not adjust. */
const lookEveryMs = 60_000
const retryMs = 15 * 60_000

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
      isRunning: this.#running !== undefined,
      isOverdue: isOverdue(toBackupAge(backups, now), everyMs) && this.#running === undefined,
      failure: failure ? { at: failure.at.toISOString(), message: failure.message } : null,
    }
  }

  /** Ends a running backup and removes its partial copy. */
  async stop(): Promise<void> {
    this.#isStopped = true
    clearInterval(this.#timer)
    const running = this.#running
    await running?.backup?.stop()
    await running?.work
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
      await makePrivateFolder(dir)
      await removeLeftovers(dir, clock())
      const name = toBackupName(clock(), this.#kind)
      const backup = this.#run(path.join(dir, name))
      if (this.#running) this.#running.backup = backup
      if (this.#isStopped) await backup.stop()
      await backup.done
      await removeOldBackups(dir, keep, name)
      this.#failure = undefined
      log.info({ backup: name }, 'backup made and checked')
    } catch (error) {
      await removeLeftovers(dir, clock()).catch(() => undefined)
      if (this.#isStopped) return
      this.#failures += 1
      this.#failure = { at: clock(), message: error instanceof Error ? error.message : String(error) }
      log.error({ err: error }, 'no backup could be made')
    }
  }
}

async function listOrProblem(dir: string): Promise<{ backups: Awaited<ReturnType<typeof listBackups>>; problem?: string }> {
  try {
    return { backups: await listBackups(dir) }
  } catch (error) {
    return { backups: [], problem: error instanceof Error ? error.message : String(error) }
  }
}
