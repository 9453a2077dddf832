import { menu } from '#web/language/menu-texts.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const TodayDialog = laterDialog(async () => (await import('./today-dialog.tsx')).TodayDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    today: {}
  }
}

export const today = defineFeature({
  name: 'today',
  dialogs: { today: ({ shopId, onClose }) => <TodayDialog shopId={shopId} onClose={onClose} /> },
  hotkeys: [{ keys: 'g d', text: menu.today(), place: 3, dialog: { kind: 'today' } }],
})
