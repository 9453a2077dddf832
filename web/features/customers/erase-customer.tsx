import { Eraser } from 'lucide-react'
import { useId, useState } from 'react'
import { erasedName, isTypedName, typeTheNameMessage } from '#schema/rules/customers/erase.ts'
import { eraseCustomer } from '#web/api/shop-api.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './customer-edit-texts.ts'

type EraseCustomerProps = { shopId: string; customerId: string; name: string; onErased: () => void }

/** Opens the confirmation that asks for the name; only the server can erase, so it needs a connection. */
export function EraseCustomer(props: EraseCustomerProps) {
  const isOffline = useIsOffline()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" className="mt-2 px-4 text-danger-ink hover:bg-danger-soft" disabled={isOffline} onClick={() => setIsAsking(true)}>
        <Eraser aria-hidden="true" />
        {t.erase()}
      </Button>
      <p className="px-3 text-sm text-muted">{isOffline ? t.eraseOffline() : t.eraseText()}</p>
      {isAsking && <EraseDialog {...props} onClose={() => setIsAsking(false)} />}
    </>
  )
}

function EraseDialog({ shopId, customerId, name, onErased, onClose }: EraseCustomerProps & { onClose: () => void }) {
  const device = useDevice()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const formId = useId()

  const erase = async (): Promise<void> => {
    if (!isTypedName(typed, name)) return setError(typeTheNameMessage)
    setIsBusy(true)
    const outcome = await runAction({
      run: () => eraseCustomer(shopId, customerId, typed),
      success: t.erased(),
      failure: t.eraseFailed(),
    })
    setIsBusy(false)
    if (!outcome.ok) return
    void device.sync.run()
    onErased()
  }

  return (
    <Dialog
      open
      size="sm"
      title={t.eraseQuestion()}
      onCloseRequest={onClose}
      footer={
        <>
          <Button onClick={onClose}>{common.cancel()}</Button>
          <Button type="submit" form={formId} variant="danger" busy={isBusy}>
            {t.eraseForGood()}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>{t.eraseWhat({ erased: erasedName })}</p>
        <p>{t.eraseWarning()}</p>
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void erase()
          }}
        >
          <Field label={t.typeToErase({ name })} error={error}>
            <TextField
              value={typed}
              autoComplete="off"
              onChange={(event) => {
                setTyped(event.target.value)
                setError(undefined)
              }}
            />
          </Field>
        </form>
      </div>
    </Dialog>
  )
}
