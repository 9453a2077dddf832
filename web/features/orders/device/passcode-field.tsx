import { Eye, EyeOff, Grid3x3 } from 'lucide-react'
import { useState } from 'react'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { mayHoldPasscode } from '#schema/rules/orders/order-follow-ups.ts'
import { textToPattern } from '#schema/rules/orders/pattern.ts'
import { useDevice } from '#web/device/react/provider.tsx'
import { useShopProfile } from '#web/inputs/use-shop-profile.ts'
import { runAction } from '#web/navigation/notify.ts'
import { Field } from '#web/ui/controls/field.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type OrderForm, orderForm } from '../form.ts'
import { PatternPad } from './pattern-pad.tsx'
import { PatternPicture } from './pattern-picture.tsx'
import { t } from '../order-form-texts.ts'

type PasscodeFieldProps = {
  form: UseFormReturn<OrderForm>
  shopId: string
  /** The stored order; revealing its passcode is logged in the activities. */
  orderId?: string | undefined
}

const label = orderForm.inputLabels.passcode

/** The device's passcode, hidden until revealed. */
export function PasscodeField({ form, shopId, orderId }: PasscodeFieldProps) {
  const device = useDevice()
  const { passcodeOn } = useShopProfile(shopId)
  const [isShown, setIsShown] = useState(false)
  const [isDrawing, setIsDrawing] = useState(false)
  const [passcode, statusId] = useWatch({ control: form.control, name: ['passcode', 'orderStatusId'] })
  const pattern = isShown ? textToPattern(passcode) : undefined

  const show = async (): Promise<void> => {
    // A passcode typed just now needs no log entry.
    const isStored = orderId !== undefined && passcode !== '' && !form.getFieldState('passcode').isDirty
    if (!isStored) return setIsShown(true)
    const outcome = await runAction({
      run: () => device.write(shopId, [{ action: 'create', collection: 'passcode_views', values: { orderId } }]),
      failure: t.showPasscodeFailed(),
    })
    if (outcome.ok) setIsShown(true)
  }

  if ((!passcodeOn || !mayHoldPasscode(statusId)) && passcode === '') return null
  return (
    <div className="flex flex-col gap-2">
      <Field
        label={label}
        error={form.formState.errors.passcode?.message}
        hint={mayHoldPasscode(statusId) ? undefined : t.passcodeGoes()}
        aside={
          <button
            type="button"
            className="-my-3.5 flex min-h-11 items-center gap-1 rounded-sm px-1 text-sm text-accent-ink hover:underline [&_svg]:size-4"
            onClick={() => setIsDrawing(true)}
          >
            <Grid3x3 aria-hidden="true" />
            {t.drawPattern()}
          </button>
        }
      >
        <TextField
          type={isShown ? 'text' : 'password'}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-1p-ignore
          data-lpignore="true"
          trail={
            <button
              type="button"
              aria-label={isShown ? t.hidePasscode() : t.showPasscode()}
              className="flex size-11 items-center justify-center rounded-md hover:text-ink"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => (isShown ? setIsShown(false) : void show())}
            >
              {isShown ? <EyeOff aria-hidden="true" className="size-5" /> : <Eye aria-hidden="true" className="size-5" />}
            </button>
          }
          {...form.register('passcode')}
        />
      </Field>
      {pattern !== undefined && !isDrawing && <PatternPicture dots={pattern} className="size-24" />}
      {isDrawing && (
        <PatternPad
          onCancel={() => setIsDrawing(false)}
          onDone={(text) => {
            form.setValue('passcode', text, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
            setIsDrawing(false)
          }}
        />
      )}
    </div>
  )
}
