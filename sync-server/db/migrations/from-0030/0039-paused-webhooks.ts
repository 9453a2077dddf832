import type { Migration } from '../../schema-migration.ts'

/** Since when a webhook is told nothing because somebody said so. */
export const pausedWebhooks: Migration = {
  name: '0039-paused-webhooks',
  statements: ['alter table webhooks add column paused_at text'],
}
