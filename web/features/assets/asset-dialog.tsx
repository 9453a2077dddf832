import type { Asset } from '#schema/collections/work/assets.ts'
import { assetToTitle } from '#schema/values/assets/asset-title.ts'
import { type DeletionTexts, DeleteRow } from '#web/features/deleted/delete-row.tsx'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { runAction } from '#web/navigation/notify.ts'
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
  const opening = useFormOpening(request, assetId === undefined ? assetAddDraftKey(customerId) : `asset-edit/${assetId}`)
  const edited = useEditedRow('assets', assetId ?? null)
  if (opening === undefined || edited.state === 'loading') return null
  if (customerId !== undefined) return <AddAssetForm opening={opening} customerId={customerId} onCreated={onCreated} />
  if (edited.first === undefined)
    return <MissingRow text={t.notFound()} typed={opening.draft && draftToText('assets', opening.draft)} onClose={request.onClose} />
  return <EditAssetForm opening={opening} first={edited.first} row={edited.row} />
}

type AddAssetFormProps = Pick<AssetDialogProps, 'onCreated'> & { opening: FormOpening; customerId: string }

function AddAssetForm({ opening, customerId, onCreated }: AddAssetFormProps) {
  const write = useFormWrite(opening)
  const { form, shell, submit } = useAddForm(opening, { definition: assetForm })
  const save = submit(async (typed) => {
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'assets', id: opening.refused?.rowIds[0], values: { customerId, ...assetForm.toValues(typed) } }]),
      success: t.added(),
      failure: t.addFailed(),
    })
    await shell.finish(outcome, ({ ids: [assetId = ''] }) => onCreated?.(assetId))
  })
  return (
    <FormDialog title={t.add()} size="md" shell={shell} onSubmit={() => void save()} submitText={t.add()}>
      <AssetFields form={form} />
    </FormDialog>
  )
}

const deletionTexts: DeletionTexts = {
  label: t.delete(),
  question: t.deleteQuestion(),
  success: { title: t.deleted(), description: t.deletedText() },
  failure: { title: t.deleteFailed(), description: t.deleteFailedText() },
}

const valueToText = (form: AssetForm, field: AssetFormField): string => (field === 'kind' ? deviceKindToText(form.kind) : form[field])

function EditAssetForm({ opening, first, row }: { opening: FormOpening; first: Asset; row: Asset | undefined }) {
  const write = useFormWrite(opening)
  const { form, shell, edit, submit } = useEditForm(opening, { definition: assetForm, first, row })
  const save = submit(async (typed) => {
    const values = assetForm.toChanges(edit.openedForm, typed)
    const outcome = await runAction({
      run: () => write([{ action: 'update', collection: 'assets', id: first.id, values, seen: edit.opened }]),
      success: t.updated(),
      failure: t.updateFailed(),
    })
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={t.edit()}
      size="md"
      shell={shell}
      onSubmit={() => void save()}
      submitText={t.update()}
      cannotSubmit={row === undefined}
      news={
        <RowNews
          noun={t.noun()}
          row={{ collection: 'assets', id: first.id }}
          edit={edit}
          changeToText={(stored, field) => fieldToNews(assetForm, field, valueToText(stored, field))}
          readText={() => typedToLines(assetForm, (field) => valueToText(form.getValues(), field))}
        />
      }
    >
      <AssetFields form={form} />
      {(row !== undefined || edit.isDeleting) && (
        <div className="mt-6 border-t border-line pt-4">
          <DeleteRow
            shopId={opening.shopId}
            target={{ collection: 'assets', id: first.id, title: row === undefined ? '' : assetToTitle(row, deviceKindToText) }}
            texts={deletionTexts}
            isBusy={edit.isDeleting}
            onBusyChange={edit.setIsDeleting}
            onDeleted={shell.leave}
          />
        </div>
      )}
    </FormDialog>
  )
}
