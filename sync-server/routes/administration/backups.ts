import { passwordBody } from '#schema/api/account.ts'
import { backupsAnswer, noBackups } from '#schema/api/answers/backup-answers.ts'
import { AppError } from '#schema/errors.ts'
import { checkOwnPassword } from '../../commands/administration/set-password.ts'
import { readClientAddress } from '../../http/client-address.ts'
import { streamInTurn } from '../../http/files/stream-in-turn.ts'
import { noteSecurityEvent } from '../../session/security-log.ts'
import { takeSignInTry } from '../../session/limits/sign-in-tries.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'

const administrators = { who: 'holder', anyOf: ['view_app_setting'] } as const
/** By session only: the password is asked again. */
const administratorsInPerson = { ...administrators, by: 'session' } as const

const noFolder = 'The server has no folder for backups. Set BACKUP_DIR and start it again.'

export const backupRoutes: readonly Route[] = [
  defineRoute({
    method: 'GET',
    path: '/api/backups',
    summary: 'The backups that the server makes of itself: the newest one, whether one was missed, and why',
    access: administrators,
    answer: backupsAnswer,
    handler: async ({ backups }) => (await backups?.status()) ?? noBackups,
  }),
  defineRoute({
    method: 'POST',
    path: '/api/backups',
    summary: 'Begin a backup now; the answer does not wait for it',
    access: administrators,
    answer: backupsAnswer,
    handler: async ({ backups }) => {
      if (backups === null) throw new AppError('CONFLICT', noFolder)
      void backups.make()
      return backups.status()
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/api/backups/download',
    summary: 'The newest backup: everything of all shops, with password hashes. Asks for the own password again, and is noted in the security log',
    access: administratorsInPerson,
    body: passwordBody,
    answer: { mediaTypes: ['application/octet-stream'], description: 'The file that `npm run restore` takes: a database of SQLite, or a dump of PostgreSQL' },
    handler: async ({ c, services, config, limiter, session, caller, body, backups, exports }) => {
      const attempt = await takeSignInTry(limiter, { loginId: session.user.login_id, remoteAddress: readClientAddress(c, config) })
      await checkOwnPassword(services, session.userId, body.currentPassword)
      await attempt.succeed()
      if (backups === null) throw new AppError('CONFLICT', noFolder)
      const newest = await backups.openNewest()
      if (newest === undefined) throw new AppError('NOT_FOUND', 'There is no backup yet.')
      await noteSecurityEvent(services, services.db, { kind: 'export', userId: session.userId, detail: `Backup ${newest.name}` })
      return new Response(await streamInTurn(exports, caller.userId, async () => newest.stream), {
        headers: {
          'Content-Type': 'application/octet-stream',
          'Content-Disposition': `attachment; filename="${newest.name}"`,
          'Content-Length': String(newest.sizeBytes),
          'X-Content-Type-Options': 'nosniff',
        },
      })
    },
  }),
]
