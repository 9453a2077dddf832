import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { menu } from '#web/language/menu-texts.ts'

const TaxRateDialog = laterDialog(async () => (await import('./tax-rate-dialog.tsx')).TaxRateDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    'tax-rate': { rateId: string | undefined }
  }
}

const shownFields = new Set(['name', 'percent', 'category', 'parts', 'isDefault', 'isDefaultForLabour', 'archived'])

export const drafts = defineDrafts({
  draftKinds: {
    'tax-rate-add': ({ first, draft }) => ({ shopId: first, noun: menu.draft.taxRate(), ...describeDraft('tax_rates', draft), dialog: { kind: 'tax-rate' } }),
    'tax-rate-edit': changeOfRow('tax_rates', (rateId) => ({ kind: 'tax-rate', rateId })),
  },
  corrects: {
    rows: {
      tax_rates: {
        shownFields,
        createToForm: ({ typed, toSource }) => ({ kind: 'tax-rate', rateId: undefined, source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'tax-rate', rateId: id, source: toSource(typed, seen) }),
      },
    },
    forms: {
      'tax-rate': {
        needs: ({ rateId }) => (rateId === undefined ? [] : [{ collection: 'tax_rates', id: rateId }]),
        show: (props, { rateId }) => <TaxRateDialog {...props} rateId={rateId} />,
      },
    },
  },
})
