import { Camera, CameraOff, ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { type CameraTrouble, errorToCameraTrouble } from '#web/ui/camera-trouble.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from './attachments-texts.ts'

type CameraDialogProps = {
  onClose: () => void
  /** Resolves to the reasons why the photo was not stored; empty on success. */
  onPhoto: (photo: File) => Promise<readonly string[]>
  onNoCamera: () => void
}

const wanted: MediaStreamConstraints = { video: { facingMode: 'environment', width: { ideal: 2_048 }, height: { ideal: 2_048 } }, audio: false }

/** Shows this computer's camera and takes any number of photos. */
export function CameraDialog({ onClose, onPhoto, onNoCamera }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [trouble, setTrouble] = useState<CameraTrouble>()
  const [round, setRound] = useState(0)
  const [taken, setTaken] = useState(0)
  const [refusals, setRefusals] = useState<readonly string[]>([])
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    const fail = (found: CameraTrouble): void => {
      if (!isOver) setTrouble(found)
    }
    navigator.mediaDevices.getUserMedia(wanted).then(
      (opened) => {
        stream = opened
        if (isOver || video.current === null) return stop()
        video.current.srcObject = opened
        // The camera was unplugged or taken by another program.
        for (const track of opened.getTracks()) track.addEventListener('ended', () => fail('failed'))
      },
      (error: unknown) => fail(errorToCameraTrouble(error)),
    )
    return () => {
      isOver = true
      stop()
    }
  }, [round])

  const shoot = async (): Promise<void> => {
    const source = video.current
    if (source === null || source.videoWidth === 0) return
    setIsBusy(true)
    setRefusals([])
    try {
      const canvas = new OffscreenCanvas(source.videoWidth, source.videoHeight)
      canvas.getContext('2d')?.drawImage(source, 0, 0)
      const found = await onPhoto(new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo.png', { type: 'image/png' }))
      if (found.length === 0) setTaken((count) => count + 1)
      else setRefusals(found)
    } catch {
      setRefusals([t.pictureFailed()])
    } finally {
      setIsBusy(false)
    }
  }

  const retry = (): void => {
    setTrouble(undefined)
    setRound(round + 1)
  }

  return (
    <Dialog
      open
      title={t.takePhoto()}
      onCloseRequest={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[data-shoot]')}
      footer={
        <>
          <Button onClick={onClose}>{t.done()}</Button>
          <span role="status" className="text-sm text-muted">
            {taken > 0 && t.photosTaken({ count: taken })}
          </span>
          {trouble === undefined ? (
            <Button variant="primary" busy={isBusy} data-shoot="" onClick={() => void shoot()}>
              <Camera aria-hidden="true" />
              {t.takePhoto()}
            </Button>
          ) : (
            <Button variant="primary" onClick={onNoCamera}>
              <ImagePlus aria-hidden="true" />
              {t.chooseFiles()}
            </Button>
          )}
        </>
      }
    >
      {trouble === undefined ? (
        <video ref={video} autoPlay playsInline muted aria-label={t.cameraPicture()} className="max-h-[60dvh] w-full rounded-md bg-sunken" />
      ) : (
        <div role="alert" className="flex flex-col items-center gap-3 rounded-md bg-sunken p-6 text-center">
          <CameraOff aria-hidden="true" className="size-8 text-muted" />
          <p className="max-w-100">{t.trouble[trouble]()}</p>
          <Button onClick={retry}>{common.tryAgain()}</Button>
        </div>
      )}
      {refusals.length > 0 && (
        <div role="alert" className="mt-3 text-sm text-danger-ink">
          <p className="font-semibold">{t.photoNotKept()}</p>
          {refusals.map((refusal) => (
            <p key={refusal}>{refusal}</p>
          ))}
        </div>
      )}
    </Dialog>
  )
}
