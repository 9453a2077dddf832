import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { readItemTexts } from './item-texts.ts'
import { menu } from '#web/language/menu-texts.ts'
import { opsToSold, type SoldValues } from './refused-sale.ts'

const CorrectSaleDialog = laterDialog(async () => (await import('./correct-sale-dialog.tsx')).CorrectSaleDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    sale: { sold: SoldValues }
  }
}

export const drafts = defineDrafts({
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
