import { backupsAnswer, noBackups } from '#schema/api/answers/backup-answers.ts'
import { AppError } from '#schema/errors.ts'
import { defineRoute, type Route } from '../../registry/registry.ts'

const administrators = { who: 'holder', anyOf: ['view_app_setting'] } as const

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
      if (backups === null) throw new AppError('CONFLICT', 'The server has no folder for backups. Set BACKUP_DIR and start it again.')
      void backups.make()
      return backups.status()
    },
  }),
]
