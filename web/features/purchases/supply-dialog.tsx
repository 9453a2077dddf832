import { useState } from 'react'
import type { OrderLine } from '#schema/collections/work/order-lines.ts'
import { dayToInstantRange, localDay } from '#schema/rules/text/calendar.ts'
import { type SupplyState, supplyStates } from '#schema/values/stock/supply-states.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopRows } from '#web/device/react/use-device.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { useShopFormat } from '#web/inputs/shop-format.tsx'
import { runAction } from '#web/navigation/notify.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DateField } from '#web/ui/controls/date-field.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { supplyTexts } from './supply-words.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './purchases-texts.ts'

/** Says where the part of an order's line is. A line without a word yet opens as *To order*. */
export function SupplyDialog({ shopId, line, onClose }: { shopId: string; line: OrderLine; onClose: () => void }) {
  const device = useDevice()
  const { timeZone } = useShopFormat()
  const { isClosing, close } = useClosing(onClose)
  const suppliers = useShopRows('suppliers', shopId)
  const products = useShopRows('products', shopId)
  const ofProduct = products?.find(({ id }) => id === line.productId)?.supplierId ?? null
  const [supply, setSupply] = useState<SupplyState>(line.supply === 'none' ? 'to-order' : line.supply)
  const [supplierId, setSupplierId] = useState<string>()
  const [expected, setExpected] = useState(() => (line.expectedAt === null ? '' : localDay(line.expectedAt, timeZone)))
  const [reference, setReference] = useState(line.reference ?? '')
  const chosen = supplierId ?? line.supplierId ?? ofProduct ?? ''
  const options = (suppliers ?? [])
    .map(({ id, supplierName }) => ({ value: id, label: supplierName }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  const save = async (): Promise<void> => {
    const expectedAt = expected === '' ? null : dayToInstantRange(expected, expected, timeZone).fromInstant
    const values = { supply, supplierId: chosen || null, expectedAt, reference: reference.trim() || null }
    const { ok } = await runAction({
      run: () => device.write(shopId, [{ action: 'update', collection: 'order_lines', id: line.id, values, seen: line }]),
      success: { title: t.partUpdated(), description: t.partUpdatedText({ part: line.description, supply: supplyTexts[supply] }) },
      failure: t.partFailed(),
    })
    if (ok) close()
  }
  return (
    <Dialog
      open
      size="sm"
      title={t.whereIsPart()}
      description={line.description}
      onCloseRequest={close}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        void save()
      }}
      footer={
        <>
          <Button onClick={close}>{common.cancel()}</Button>
          <Button type="submit" variant="primary" className="min-w-32">
            {common.save()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <Field label={t.part()}>
          <Select
            value={supply}
            options={supplyStates.map((value) => ({ value, label: supplyTexts[value] }))}
            onChange={({ target }) => setSupply(supplyStates.find((value) => value === target.value) ?? 'none')}
          />
        </Field>
        {supply !== 'none' && (
          <Field label={t.supplier()}>
            <Select placeholder={t.notKnown()} value={chosen} options={options} onChange={({ target }) => setSupplierId(target.value)} />
          </Field>
        )}
        {supply === 'ordered' && (
          <>
            <Field label={t.expectedOn()}>
              <DateField value={expected} onChange={({ target }) => setExpected(target.value)} />
            </Field>
            <Field label={t.reference()} hint={t.referenceHint()}>
              <TextField autoComplete="off" maxLength={200} value={reference} onChange={({ target }) => setReference(target.value)} />
            </Field>
          </>
        )}
      </div>
      <BackGuard isActive isClosing={isClosing} onBack={close} />
    </Dialog>
  )
}
