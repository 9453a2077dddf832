import { Banknote, ShoppingBasket } from 'lucide-react'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'
import { menu } from '#web/language/menu-texts.ts'

const SellDialog = laterDialog(async () => (await import('./sell-dialog.tsx')).SellDialog)
const TillDialog = laterDialog(async () => (await import('./till/till-dialog.tsx')).TillDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    sell: {}
    till: {}
  }
}

/** Sells without a repair, and counts the till. */
export const sales = defineFeature({
  name: 'sales',
  dialogs: {
    sell: ({ shopId, onClose }) => <SellDialog shopId={shopId} onClose={onClose} />,
    till: ({ shopId, onClose }) => <TillDialog shopId={shopId} onClose={onClose} />,
  },
  flows: [
    { label: menu.sell(), Icon: ShoppingBasket, shortcut: 's', dialog: { kind: 'sell' } },
    { label: menu.till(), Icon: Banknote, dialog: { kind: 'till' } },
  ],
  hotkeys: [{ keys: 's', text: menu.sell(), place: 4, dialog: { kind: 'sell' } }],
})
