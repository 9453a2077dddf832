import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { describeDraft } from '../draft-words.ts'
import { menu } from '#web/language/menu-texts.ts'

const AssetDialog = laterDialog(async () => (await import('./asset-dialog.tsx')).AssetDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    asset: { target: { customerId: string } | { assetId: string } }
  }
}

const shownFields = new Set(['kind', 'brand', 'model', 'serial', 'imei', 'color', 'notes'])

/** Customers' devices: edited over the customer's or order's dialog; a refused change has its own dialog. */
export const drafts = defineDrafts({
  draftKinds: {
    'asset-add': ({ first, draft }) => ({ noun: menu.draft.device(), ...describeDraft('assets', draft), dialog: { kind: 'customer-edit', customerId: first } }),
    'asset-edit': ({ first, draft }) => ({ noun: menu.draft.changeOfDevice(), ...describeDraft('assets', draft), row: { collection: 'assets', id: first } }),
  },
  unknownDraftToText: (draft) => draftToText('assets', draft),
  corrects: {
    rows: {
      assets: {
        shownFields,
        ownerField: 'customerId',
        createToForm: ({ typed, ownerId, toSource }) =>
          ownerId === undefined ? undefined : { kind: 'asset', target: { customerId: ownerId }, source: toSource(typed) },
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'asset', target: { assetId: id }, source: toSource(typed, seen) }),
      },
    },
    forms: {
      asset: {
        needs: ({ target }) => ['assetId' in target ? { collection: 'assets', id: target.assetId } : { collection: 'customers', id: target.customerId }],
        show: (props, { target }) => <AssetDialog {...props} {...target} />,
      },
    },
  },
})
