import { Eraser } from 'lucide-react'
import { useId, useState } from 'react'
import { isTypedName, typeTheNameMessage } from '#schema/rules/customers/erase.ts'
import { eraseCustomer } from '#web/api/shop-api.ts'
import { runAction } from '#web/navigation/notify.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useIsOffline } from '#web/device/react/use-device.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'

type EraseCustomerProps = { shopId: string; customerId: string; name: string; onErased: () => void }

/** Opens the confirmation that asks for the name; only the server can erase, so it needs a connection. */
export function EraseCustomer(props: EraseCustomerProps) {
  const isOffline = useIsOffline()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" className="mt-2 px-4 text-danger-ink hover:bg-danger-soft" disabled={isOffline} onClick={() => setIsAsking(true)}>
        <Eraser aria-hidden="true" />
        Erase this Customer
      </Button>
      <p className="px-3 text-sm text-muted">
        {isOffline ? 'Erasing needs a connection to the server.' : 'Removes name, phones, e-mail and notes for good. Orders stay.'}
      </p>
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
      success: 'Customer erased',
      failure: 'Failed to erase customer',
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
      title="Erase this customer?"
      onCloseRequest={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="danger" busy={isBusy}>
            Erase for good
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <p>
          Name, phones, e-mail, notes and access code are removed on the server and on every device, and from the log. Order texts lose name, phones and e-mail
          where they are spelled as they are here. Orders, payments and costs stay under “Erased customer”.
        </p>
        <p>This cannot be undone. Backups that were made before still hold the customer.</p>
        <form
          id={formId}
          onSubmit={(event) => {
            event.preventDefault()
            event.stopPropagation()
            void erase()
          }}
        >
          <Field label={`Type “${name}” to erase`} error={error}>
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
