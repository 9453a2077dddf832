import { laterDialog } from '#web/navigation/later.tsx'

/** Comes when somebody opens it: most shops have none. */
export const WebhooksDialog = laterDialog(async () => (await import('./webhooks-dialog.tsx')).WebhooksDialog)
