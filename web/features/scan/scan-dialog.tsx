import { Camera, CameraOff, Flashlight, Search } from 'lucide-react'
import { type FormEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useDevice } from '#web/device/react/provider.tsx'
import { useBootstrap } from '#web/device/react/use-device.ts'
import { BackGuard } from '#web/forms/back-guard.tsx'
import { useClosing } from '#web/forms/use-closing.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Field } from '#web/ui/controls/field.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { type Burst, createBurstReader } from '#web/ui/keys/key-burst.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { openBurst, searchOrders } from './open-code.ts'
import { useCamera } from './use-camera.ts'
import { common } from '#web/language/common-texts.ts'
import { t } from './scan-texts.ts'

export function ScanDialog({ shopId, onClose }: { shopId: string; onClose: () => void }) {
  const { rows } = useDevice()
  const { shops, address = null } = useBootstrap() ?? {}
  const { isClosing, close } = useClosing(onClose)
  const videoRef = useRef<HTMLVideoElement>(null)
  const [typed, setTyped] = useState('')
  const [result, setResult] = useState<{ code: string; text: string }>()
  const look = useRef<(code: string, placed?: string) => Promise<void>>(undefined)
  const [reader] = useState(createBurstReader)
  const burst = useRef<Burst>(undefined)
  useEffect(() => {
    look.current = async (code, placed = code) => {
      const shop = shops?.find(({ id }) => id === shopId)
      if (shops === undefined || shop === undefined || code.trim() === '') return
      const outcome = await openBurst({ text: code, placed }, { rows, shops, shop, address }).catch(() => undefined)
      if (outcome === undefined) return setResult({ code, text: t.lookFailed() })
      if (outcome.state === 'nothing') setResult({ code, text: outcome.text })
    }
  })
  const onCode = useCallback((code: string) => void look.current?.(code), [])
  const camera = useCamera(videoRef, onCode)
  const { state } = camera
  const hasTrouble = state !== 'on' && state !== 'starting'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const scanned = burst.current?.text === typed ? burst.current : undefined
    void look.current?.(typed, scanned?.placed)
  }
  /** A scanner's Tab opens as its Enter does. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    const read = reader.press(event.nativeEvent, event.timeStamp)
    if (read === undefined) return
    burst.current = read
    if (event.key !== 'Tab') return
    event.preventDefault()
    event.currentTarget.form?.requestSubmit()
  }
  const isSearchable = result !== undefined && !/^https?:/i.test(result.code)

  return (
    <Dialog
      open
      size="md"
      title={t.title()}
      description={t.text()}
      onCloseRequest={close}
      onSubmit={submit}
      initialFocus={() => document.querySelector<HTMLElement>('[data-scan-code]')}
      footer={
        <>
          <Button onClick={close}>{common.cancel()}</Button>
          <Button type="submit" variant="primary" className="min-w-32" disabled={typed.trim() === ''}>
            {common.open()}
          </Button>
        </>
      }
    >
      <div className="relative flex aspect-4/3 max-h-[50dvh] w-full items-center justify-center overflow-hidden rounded-md bg-sunken">
        {/* The video has no sound, so it needs no captions. */}
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption */}
        <video ref={videoRef} muted playsInline aria-label={t.pictureOfCamera()} className={state === 'on' ? 'size-full object-cover' : 'hidden'} />
        {state === 'starting' && (
          <p role="status" className="flex items-center gap-2 text-muted">
            <Camera aria-hidden="true" className="size-5" />
            {t.starting()}
          </p>
        )}
        {hasTrouble && (
          <div role="alert" className="flex max-w-100 flex-col items-center gap-3 p-4 text-center">
            <CameraOff aria-hidden="true" className="size-8 text-muted" />
            <p>{t.trouble[state]()}</p>
            <Button onClick={camera.retry}>{common.tryAgain()}</Button>
          </div>
        )}
      </div>
      {state === 'on' && (camera.cameras.length > 1 || camera.isTorchOn !== null) && (
        <div className="mt-3 flex flex-wrap items-end gap-3">
          {camera.cameras.length > 1 && (
            <Field label={t.camera()} className="min-w-48 flex-1">
              <Select
                value={camera.cameraId}
                onChange={(event) => camera.chooseCamera(event.target.value)}
                options={camera.cameras.map(({ id, name }) => ({ value: id, label: name }))}
              />
            </Field>
          )}
          {camera.isTorchOn !== null && (
            <Button aria-pressed={camera.isTorchOn} onClick={() => camera.setTorch(camera.isTorchOn === false)}>
              <Flashlight aria-hidden="true" />
              {t.light()}
            </Button>
          )}
        </div>
      )}
      <div aria-live="polite" className="mt-3 flex min-h-11 flex-wrap items-center gap-3">
        {result !== undefined && (
          <>
            <p className="min-w-0 flex-1 wrap-anywhere">{result.text}</p>
            {isSearchable && (
              <Button onClick={() => searchOrders(shopId, result.code.trim())}>
                <Search aria-hidden="true" />
                {t.searchOrders()}
              </Button>
            )}
          </>
        )}
      </div>
      <Field label={t.code()} className="mt-3" hint={t.codeHint()}>
        <TextField
          data-scan-code
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </Field>
      <BackGuard isActive isClosing={isClosing} />
    </Dialog>
  )
}
