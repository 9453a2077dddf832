import { laterDialog } from '#web/navigation/later.tsx'

/** Loaded on demand: most shops have no webhooks. */
export const WebhooksDialog = laterDialog(async () => (await import('./webhooks-dialog.tsx')).WebhooksDialog)
