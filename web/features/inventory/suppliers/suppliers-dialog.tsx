import { Pencil, Plus, Trash2, Truck } from 'lucide-react'
import { useState } from 'react'
import type { Supplier } from '#schema/collections/stock/suppliers.ts'
import { formatPhone } from '#schema/values/phone.ts'
import { usePhoneGroups } from '#web/inputs/phone/use-international-text.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsFirstSync, useIsUnsent, useShopRows } from '#web/device/react/use-device.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { CsvButton, type CsvTable } from '#web/list-kit/csv-button.tsx'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmRow } from '#web/ui/overlays/confirm-row.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { SupplierDialog } from './supplier-dialog.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './suppliers-texts.ts'

/** 'new', or the id of the supplier whose form is open. */
export type EditedSupplier = 'new' | (string & {})

type SuppliersProps = { shopId: string; edited?: EditedSupplier | undefined; onClose: () => void }

export function SuppliersDialog({ shopId, edited: editedAtFirst, onClose }: SuppliersProps) {
  const suppliers = useShopRows('suppliers', shopId)
  const isFirstSync = useIsFirstSync()
  const closing = useClosing(onClose)
  const [edited, setEdited] = useState(editedAtFirst)
  const add = (): void => setEdited('new')
  const isLoading = suppliers === undefined || (suppliers.length === 0 && isFirstSync)
  return (
    <>
      <Dialog
        open
        size="md"
        title={t.title()}
        onCloseRequest={closing.close}
        initialFocus={() => null}
        footer={
          <>
            <Button onClick={closing.close}>{common.close()}</Button>
            {suppliers !== undefined && suppliers.length > 0 && <CsvButton shopId={shopId} what={t.title()} read={() => suppliersToTable(suppliers)} />}
            <Button variant="primary" onClick={add}>
              <Plus aria-hidden="true" />
              {t.add()}
            </Button>
          </>
        }
      >
        {isLoading ? (
          <p role="status" className="text-muted">
            {t.loading()}
          </p>
        ) : suppliers.length === 0 ? (
          <EmptyState icon={<Truck />} title={t.none()} text={t.noneText()} />
        ) : (
          <ul aria-label={t.title()} className="divide-y divide-line">
            {suppliers
              .toSorted((a, b) => a.supplierName.localeCompare(b.supplierName))
              .map((supplier) => (
                <SupplierItem key={supplier.id} shopId={shopId} supplier={supplier} onEdit={() => setEdited(supplier.id)} />
              ))}
          </ul>
        )}
      </Dialog>
      {edited === undefined && <BackGuard isActive isClosing={closing.isClosing} onBack={closing.close} />}
      {edited !== undefined && (
        <SupplierDialog key={edited} shopId={shopId} supplierId={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </>
  )
}

function SupplierItem({ shopId, supplier, onEdit }: { shopId: string; supplier: Supplier; onEdit: () => void }) {
  const device = useDevice()
  const isUnsent = useIsUnsent('suppliers', supplier.id)
  const [isBusy, setIsBusy] = useState(false)
  const { id, supplierName, contactName, countryCode, phone, email } = supplier
  usePhoneGroups(countryCode)
  const details = [contactName, phone === null ? null : `${countryCode ?? ''} ${formatPhone(countryCode, phone)}`.trim(), email]
    .filter((text) => text !== null)
    .join(' · ')
  const remove = async (): Promise<void> => {
    setIsBusy(true)
    let deletion: string | undefined
    const putBack = () =>
      runAction({
        run: () => device.write(shopId, [{ action: 'restore', collection: 'suppliers', id, title: supplierName, deletion }]),
        success: t.restored(),
        failure: t.restoreFailed(),
      })
    const { ok } = await runAction({
      run: async () => {
        deletion = (await device.write(shopId, [{ action: 'delete', collection: 'suppliers', id }])).mutationId ?? undefined
      },
      success: { title: t.deleted(), action: { label: common.undo(), onPress: () => void putBack() } },
      failure: t.deleteFailed(),
    })
    if (!ok) setIsBusy(false)
  }
  return (
    <li className="flex min-h-14 flex-wrap items-center gap-x-2 py-1">
      <span className="min-w-40 flex-1">
        <span className="block wrap-anywhere">{supplierName}</span>
        {details !== '' && <span className="block text-sm wrap-anywhere text-muted">{details}</span>}
      </span>
      {isUnsent && <UnsentMark />}
      <IconButton label={t.editNamed({ name: supplierName })} icon={<Pencil aria-hidden="true" />} onClick={onEdit} />
      <ConfirmRow
        label={
          <>
            <Trash2 aria-hidden="true" />
            <span className="sr-only">{t.deleteNamed({ name: supplierName })}</span>
          </>
        }
        question={t.deleteQuestion({ name: supplierName })}
        className="px-3"
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </li>
  )
}

export const suppliersToTable = (suppliers: readonly Supplier[]): CsvTable => ({
  header: ['Supplier', 'Contact', 'Email', 'Phone', 'Address', 'Notes'],
  rows: suppliers
    .toSorted((one, other) => one.supplierName.localeCompare(other.supplierName))
    .map(({ supplierName, contactName, email, countryCode, phone, address, notes }) => [
      supplierName,
      contactName,
      email,
      phone === null ? '' : [countryCode, formatPhone(countryCode, phone)].filter(Boolean).join(' '),
      address,
      notes,
    ]),
})
