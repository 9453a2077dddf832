import { Banknote, ShoppingBasket } from 'lucide-react'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'
import { readItemTexts } from './item-texts.ts'
import { menu } from '#web/language/menu-texts.ts'
import { opsToSold, type SoldValues } from './refused-sale.ts'

const CorrectSaleDialog = laterDialog(async () => (await import('./correct-sale-dialog.tsx')).CorrectSaleDialog)
const SellDialog = laterDialog(async () => (await import('./sell-dialog.tsx')).SellDialog)
const TillDialog = laterDialog(async () => (await import('./till/till-dialog.tsx')).TillDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    sell: {}
    till: {}
  }
}

declare module '../define-feature.ts' {
  interface RefusedForms {
    sale: { sold: SoldValues }
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
  draftKinds: {
    sell: ({ first, draft }) => ({
      shopId: first,
      noun: menu.draft.sale(),
      title: '',
      text: readItemTexts(draft.values['items']).join('\n'),
      dialog: { kind: 'sell' },
    }),
  },
  corrects: {
    whole: (ops, { toSource }) => {
      const sold = opsToSold(ops)
      return sold && { kind: 'sale', sold, source: toSource({}) }
    },
    forms: { sale: { show: (props, { sold }) => <CorrectSaleDialog {...props} sold={sold} /> } },
  },
})
