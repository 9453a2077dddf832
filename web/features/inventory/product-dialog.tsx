import { Archive, Printer, ArchiveRestore } from 'lucide-react'
import { type FormEvent, useMemo, useState } from 'react'
import { type Product, products } from '#schema/collections/stock/products.ts'
import { laterDialog } from '#web/navigation/later.tsx'
import { notifyFailure, runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { draftToText } from '#web/forms/drafts/draft-text.ts'
import { FormDialog } from '#web/forms/form-dialog.tsx'
import { type FormDialogRequest, type FormOpening, useEditedRow, useFormOpening } from '#web/forms/form-opening.ts'
import { MissingRow } from '#web/forms/news/missing-row.tsx'
import { NothingSelected } from '#web/forms/nothing-selected.tsx'
import { useFormWrite } from '#web/forms/drafts/refused-source.ts'
import { RowNews } from '#web/forms/news/row-news.tsx'
import { useAddForm } from '#web/forms/use-add-form.ts'
import { useEditForm } from '#web/forms/use-edit-form.ts'
import { useIsSaving } from '#web/forms/saving/use-saving.ts'
import { StockMovements } from './movements/stock-movements.tsx'
import { ProductFields, reportUnreadable } from './product-fields.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { Chip } from '#web/ui/layout/badge.tsx'
import { rememberAdded } from './just-added.ts'
import { addProductForm, editProductForm, newProductForm, productForm, type ProductForm, type ProductFormField } from './product-form.ts'
import { type ProductWords, useProductWords } from './use-product-words.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { fieldToNews, typedToLines } from '#web/forms/news/form-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './products-texts.ts'
import type { UseFormReturn } from 'react-hook-form'
import type { SelectOption } from '#web/ui/controls/select.tsx'
import { useCategories } from './use-inventory.ts'

function valueToText(form: ProductForm, field: ProductFormField, { nameById }: ProductWords): string {
  const value = form[field]
  if (typeof value === 'boolean') return value ? t.yes() : t.no()
  if (products.fields[field].kind !== 'id') return value
  return value === '' ? t.noChoice() : (nameById.get(value) ?? t.otherChoice())
}

/** 'Inventory count is now 7'. */
const productChangeToText = (stored: ProductForm, field: ProductFormField, words: ProductWords): string =>
  fieldToNews(productForm, field, valueToText(stored, field, words))

/** The typed values, one line per field, for the clipboard. */
const productFormToText = (form: ProductForm, words: ProductWords): string =>
  typedToLines(productForm, (field) => (form[field] === '' || form[field] === false ? '' : valueToText(form, field, words)))

const ProductLabelDialog = laterDialog(async () => (await import('#web/features/papers/product-label-dialog.tsx')).ProductLabelDialog)

/** 'Add Product Inventory' in the given category; offers another one if that was deleted. */
export function AddProductDialog({ categoryId, ...request }: FormDialogRequest & { categoryId: string }) {
  const opening = useFormOpening(request, `product-add/${categoryId}`)
  if (opening === undefined) return null
  return <AddProductForm opening={opening} categoryId={categoryId} />
}

function AddProductForm({ opening, categoryId }: { opening: FormOpening; categoryId: string }) {
  const { shopId, refused } = opening
  const write = useFormWrite(opening)
  const words = useProductWords(shopId)
  const choice = useCategoryChoice(shopId)
  const { form, shell, submit } = useAddForm(opening, { definition: addProductForm, makeEmpty: () => newProductForm(categoryId) })

  const save = submit(async (typed) => {
    if (reportGoneCategory(form, choice, typed.categoryHierarchyId)) return
    const outcome = await runAction({
      run: () => write([{ action: 'create', collection: 'products', id: refused?.rowIds[0], values: addProductForm.toValues(typed) }]),
      success: t.added(),
      failure: t.addFailed(),
    })
    if (outcome.ok) rememberAdded(outcome.value.ids[0])
    await shell.finish(outcome)
  })
  return (
    <FormDialog
      title={t.addTitle()}
      description={choice.pathById.get(categoryId)}
      size="md"
      shell={shell}
      onSubmit={ifReadable(form, save)}
      submitText={t.add()}
    >
      <ProductFields form={form} words={words} shopId={shopId} withSku={false} categories={choice.isGone(categoryId) ? choice.options : undefined} />
    </FormDialog>
  )
}

export function EditProductDialog({ productId, ...request }: FormDialogRequest & { productId: string }) {
  const opening = useFormOpening(request, `product-edit/${productId}`)
  const edited = useEditedRow('products', productId)
  if (opening === undefined || edited.state === 'loading') return null
  if (edited.first === undefined) return <UnknownProduct opening={opening} />
  return <EditProductForm opening={opening} first={edited.first} row={edited.row} />
}

/** Reports a missing product and still shows what was typed. */
function UnknownProduct({ opening: { draft, onClose } }: { opening: FormOpening }) {
  return (
    <>
      <NothingSelected
        onMount={() => {
          notifyFailure(t.error(), t.loadFailed())
          if (draft === undefined) onClose()
        }}
      />
      {draft !== undefined && <MissingRow text={t.loadFailed()} typed={draftToText('products', draft)} onClose={onClose} />}
    </>
  )
}

function EditProductForm({ opening, first, row }: { opening: FormOpening; first: Product; row: Product | undefined }) {
  const { shopId } = opening
  const device = useDevice()
  const write = useFormWrite(opening)
  const choice = useCategoryChoice(shopId)
  const words = useWordsWithCategories(shopId, choice)
  const definition = useMemo(() => editProductForm(first.inventoryCount), [first.inventoryCount])
  const { form, shell, edit, submit } = useEditForm(opening, { definition, first, row })
  const isSaving = useIsSaving(shell)
  const isArchived = row?.archived ?? first.archived
  const [isPrinting, setIsPrinting] = useState(false)

  /** `archived` is set by the archive button, which also saves the typed values. */
  const saveWith = (archived?: boolean) =>
    submit(async (typed) => {
      // Another user may have changed `archived` since the form opened: compare with the current row.
      const [seen, wanted] =
        archived === undefined
          ? [edit.opened, typed]
          : [
              { ...edit.opened, archived: !archived },
              { ...typed, archived },
            ]
      const changes = productForm.toChanges({ ...edit.openedForm, archived: seen.archived }, wanted)
      const needsCategory = changes.categoryHierarchyId !== undefined || changes.archived === false
      if (needsCategory && reportGoneCategory(form, choice, typed.categoryHierarchyId)) return
      const outcome = await runAction({
        // Send the opened values too, so that the server applies the count as a difference.
        run: () => write([{ action: 'update', collection: 'products', id: first.id, values: changes, seen }]),
        success:
          archived === undefined ? t.updated() : archived ? { title: t.wasArchived(), action: { label: common.undo(), onPress: undo } } : t.broughtBack(),
        failure: t.updateFailed(),
      })
      await shell.finish(outcome)
    })
  const undo = (): void =>
    void runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'products', id: first.id, values: { archived: false }, seen: { archived: true } }]),
      success: t.broughtBack(),
      failure: t.updateFailed(),
    })
  return (
    <>
      <FormDialog
        title={t.editTitle()}
        size="md"
        headerAside={
          <>
            {isArchived && <Chip icon={<Archive aria-hidden="true" />}>{t.archived()}</Chip>}
            {row !== undefined && <IconButton label={t.printLabel()} icon={<Printer aria-hidden="true" />} onClick={() => setIsPrinting(true)} />}
          </>
        }
        shell={shell}
        onSubmit={ifReadable(form, saveWith())}
        submitText={t.update()}
        cannotSubmit={row === undefined}
        news={
          <RowNews
            noun={t.noun()}
            row={{ collection: 'products', id: first.id }}
            edit={edit}
            changeToText={(stored, field) => productChangeToText(stored, field, words)}
            readText={() => productFormToText(form.getValues(), words)}
          />
        }
      >
        <ProductFields form={form} words={words} shopId={shopId} productId={first.id} withSku categories={choice.options} />
        <StockMovements shopId={shopId} productId={first.id} />
        {row !== undefined && (
          <ArchiveLine
            isArchived={isArchived}
            isBusy={isSaving}
            onChange={(archived, element) => element !== null && !reportUnreadable(form, element) && void saveWith(archived)()}
          />
        )}
      </FormDialog>
      {isPrinting && <ProductLabelDialog shopId={shopId} productId={first.id} onClose={() => setIsPrinting(false)} />}
    </>
  )
}

function useWordsWithCategories(shopId: string, { pathById }: CategoryChoice): ProductWords {
  const words = useProductWords(shopId)
  return useMemo(() => ({ ...words, nameById: new Map([...words.nameById, ...pathById]) }), [words, pathById])
}

const ifReadable =
  (form: Parameters<typeof reportUnreadable>[0], save: () => Promise<void>) =>
  (event: FormEvent<HTMLFormElement>): void => {
    if (!reportUnreadable(form, event.currentTarget)) void save()
  }

type ArchiveLineProps = {
  isArchived: boolean
  isBusy: boolean
  /** Also saves the typed values. */ onChange: (isArchived: boolean, form: HTMLFormElement | null) => void
}

/** Archives a product or brings it back; neither loses data. */
function ArchiveLine({ isArchived, isBusy, onChange }: ArchiveLineProps) {
  return (
    <div className="mt-6 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-line pt-4">
      <Button disabled={isBusy} onClick={(event) => onChange(!isArchived, event.currentTarget.form)}>
        {isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />}
        {isArchived ? t.bringBack() : t.archive()}
      </Button>
      <p className="min-w-48 flex-1 text-sm text-muted">{isArchived ? t.archivedText() : t.archiveText()}</p>
    </div>
  )
}

type CategoryChoice = {
  /** Category paths in tree order. */
  options: readonly SelectOption[]
  pathById: ReadonlyMap<string, string>
  /** True when all categories are loaded and this id is not among them. */
  isGone: (categoryId: string) => boolean
}

function useCategoryChoice(shopId: string): CategoryChoice {
  const { state, nodeById } = useCategories(shopId)
  return useMemo(() => {
    const options = [...nodeById.values()].map(({ id, path }) => ({ value: id, label: path.join(' / ') }))
    return {
      options,
      pathById: new Map(options.map(({ value, label }) => [value, label])),
      isGone: (categoryId) => state === 'ready' && !nodeById.has(categoryId),
    }
  }, [state, nodeById])
}

/** Shows an error under the field and returns true if its category was deleted. */
function reportGoneCategory(form: UseFormReturn<ProductForm>, { isGone }: CategoryChoice, categoryId: string): boolean {
  if (!isGone(categoryId)) return false
  form.setError('categoryHierarchyId', { message: t.categoryGone() })
  const select = document.querySelector<HTMLElement>('select[name="categoryHierarchyId"]')
  select?.focus({ preventScroll: true })
  // Centre it, so that its label and its error stay visible.
  select?.scrollIntoView({ block: 'center' })
  return true
}
