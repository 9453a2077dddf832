import { assetToTitle } from '#schema/values/assets/asset-title.ts'
import { type DeletionTexts, DeleteRow } from '#web/features/deleted/delete-row.tsx'
import type { FormDialogRequest } from '#web/forms/form-opening.ts'
import { RowDialog } from '#web/forms/row-dialog.tsx'
import { AssetFields } from './asset-fields.tsx'
import { assetAddDraftKey, type AssetForm, assetForm, type AssetFormField } from './form.ts'
import { t } from './assets-texts.ts'
import { deviceKindToText } from '#web/language/set-names-texts.ts'

type AssetDialogProps = FormDialogRequest & { onCreated?: ((assetId: string) => void) | undefined } & (
    | { customerId: string; assetId?: undefined }
    | { assetId: string; customerId?: undefined }
  )

/** Adds or edits a customer's device; opens over the customer's or the order's dialog. */
export function AssetDialog({ customerId, assetId, onCreated, ...request }: AssetDialogProps) {
  const formKey = assetId === undefined ? assetAddDraftKey(customerId) : `asset-edit/${assetId}`
  return (
    <RowDialog
      request={request}
      formKey={formKey}
      collection="assets"
      rowId={assetId}
      definition={assetForm}
      texts={t}
      given={{ customerId }}
      toWords={valueToText}
      onAdded={onCreated}
    >
      {(form, edited) => (
        <>
          <AssetFields form={form} />
          {edited !== undefined && (edited.row !== undefined || edited.edit.isDeleting) && (
            <div className="mt-6 border-t border-line pt-4">
              <DeleteRow
                shopId={request.shopId}
                target={{ collection: 'assets', id: edited.first.id, title: edited.row === undefined ? '' : assetToTitle(edited.row, deviceKindToText) }}
                texts={deletionTexts}
                isBusy={edited.edit.isDeleting}
                onBusyChange={edited.edit.setIsDeleting}
                onDeleted={edited.shell.leave}
              />
            </div>
          )}
        </>
      )}
    </RowDialog>
  )
}

const deletionTexts: DeletionTexts = {
  label: t.delete(),
  question: t.deleteQuestion(),
  success: { title: t.deleted(), description: t.deletedText() },
  failure: { title: t.deleteFailed(), description: t.deleteFailedText() },
}

const valueToText = (form: AssetForm, field: AssetFormField): string => (field === 'kind' ? deviceKindToText(form.kind) : form[field])
