import type { Metrics, Reading } from '../metrics/metrics.ts'
import type { Services } from '../services.ts'
import { countWebhooks, findOldestWaiting } from '../webhooks/webhook-figures.ts'
import { listBackups, toBackupAge } from './backups/backup-folder.ts'
import type { ScheduledBackups } from './backups/scheduled-backups.ts'
import type { BackupConfig } from '../config.ts'

export function watchShops({ metrics, reader, bus }: Services): void {
  metrics.watch({ name: 'mainspring_live_streams', help: 'Devices that listen for changes.', read: () => bus.listenerCount })
  metrics.watch({
    name: 'mainspring_feed_head',
    help: 'The greatest sequence number of each shop.',
    labels: ['shop'],
    read: async (): Promise<Reading[]> => {
      const feeds = await reader.selectFrom('shop_feed').select(['shop_id', 'seq']).execute()
      return feeds.map(({ shop_id, seq }) => ({ labels: { shop: shop_id }, value: seq }))
    },
  })
}

/** Registers metrics of webhooks by shop, without URLs and payloads. */
export function watchWebhooks({ metrics, reader, clock }: Pick<Services, 'metrics' | 'reader' | 'clock'>): void {
  metrics.watch({
    name: 'mainspring_webhooks',
    help: 'Webhooks of each shop, by how they fare.',
    labels: ['shop', 'state'],
    read: async (): Promise<Reading[]> =>
      (await countWebhooks(reader)).flatMap(({ shopId, countByState }) =>
        Object.entries(countByState).map(([state, value]) => ({ labels: { shop: shopId, state }, value })),
      ),
  })
  metrics.watch({
    name: 'mainspring_webhook_delay_seconds',
    help: 'Age of the oldest event that a webhook of the shop, which is not paused, has not taken; 0 where all were taken.',
    labels: ['shop'],
    read: async (): Promise<Reading[]> =>
      (await findOldestWaiting(reader)).map(({ shopId, oldestAt }) => ({
        labels: { shop: shopId },
        value: oldestAt === null ? 0 : Math.max(0, (clock().getTime() - Date.parse(oldestAt)) / 1_000),
      })),
  })
}

export function watchBackups(metrics: Metrics, clock: () => Date, backups: ScheduledBackups, { dir, everyMs }: BackupConfig): void {
  const read = () => listBackups(dir).catch(() => [])
  metrics.watch({
    name: 'mainspring_backup_age_seconds',
    help: 'Age of the newest backup; missing where there is none.',
    read: async () => {
      const ageMs = toBackupAge(await read(), clock())
      return ageMs === undefined ? undefined : ageMs / 1_000
    },
  })
  metrics.watch({ name: 'mainspring_backup_interval_seconds', help: 'Time between two backups, as it is set.', read: () => everyMs / 1_000 })
  metrics.watch({ name: 'mainspring_backup_size_bytes', help: 'Size of the newest backup.', read: async () => (await read())[0]?.sizeBytes })
  metrics.watch({ name: 'mainspring_backups_kept', help: 'Backups in the folder.', read: async () => (await read()).length })
  metrics.watch({ name: 'mainspring_backup_failures_total', help: 'Backups that failed.', kind: 'total', read: () => backups.failures })
}
