import { useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useRow } from '#web/device/react/use-row.ts'
import { useStatusName } from '#web/inputs/use-status-name.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useAuth } from '#web/session/session.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { t } from './tests-texts.ts'

type MissingTestsProps = { shopId: string; orderId: string; orderStatusId: string; missing: string; onClose: () => void }

/** Says why an order did not get a status, and lets somebody with the right pass it; the reason becomes a note of the order. */
export function MissingTestsDialog({ shopId, orderId, orderStatusId, missing, onClose }: MissingTestsProps) {
  const device = useDevice()
  const mayPass = useAuth().hasPrivilege('view_shop_setting')
  const status = useStatusName(orderStatusId)
  const order = useRow('orders', orderId)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const pass = async (): Promise<void> => {
    if (reason.trim() === '') return setProblem(t.reasonMissing())
    const seen = order.state === 'ready' ? order.row?.orderStatusId : undefined
    const outcome = await runAction({
      run: () =>
        device.write(shopId, [
          { action: 'update', collection: 'orders', id: orderId, values: { orderStatusId }, ...(seen !== undefined && { seen: { orderStatusId: seen } }) },
          { action: 'create', collection: 'order_notes', values: { orderId, text: `${status} without all tests: ${reason.trim()}` } },
        ]),
      success: { title: t.orderUpdated(), description: t.statusIs({ status }) },
      failure: t.orderFailed(),
    })
    if (outcome.ok) onClose()
  }
  return (
    <Dialog
      open
      size="md"
      title={t.missing()}
      onCloseRequest={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t.backToTests()}</Button>
          {mayPass && (
            <Button className="ml-auto" onClick={() => void pass()}>
              {t.setAnyway({ status })}
            </Button>
          )}
        </>
      }
    >
      <p>{t.notYet({ missing, status })}</p>
      {mayPass ? (
        <Field label={t.reason()} required error={problem} hint={t.reasonHint()} className="mt-4">
          <TextField autoComplete="off" value={reason} onChange={({ target }) => setReason(target.value)} />
        </Field>
      ) : (
        <p className="mt-2 text-muted">{t.managerCan()}</p>
      )}
    </Dialog>
  )
}
