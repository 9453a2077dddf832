import { Camera, ImagePlus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'

type CameraDialogProps = { onClose: () => void; onPhoto: (photo: File) => Promise<void>; onNoCamera: () => void }

const wanted: MediaStreamConstraints = { video: { facingMode: 'environment', width: { ideal: 2_048 }, height: { ideal: 2_048 } }, audio: false }

/** What the camera of this computer sees, and a button that keeps it; as many as somebody wants. */
export function CameraDialog({ onClose, onPhoto, onNoCamera }: CameraDialogProps) {
  const video = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string>()
  const [taken, setTaken] = useState(0)
  const [isBusy, setIsBusy] = useState(false)

  useEffect(() => {
    let isOver = false
    let stream: MediaStream | undefined
    const stop = (): void => stream?.getTracks().forEach((track) => track.stop())
    navigator.mediaDevices.getUserMedia(wanted).then(
      (opened) => {
        stream = opened
        if (isOver || video.current === null) return stop()
        video.current.srcObject = opened
      },
      (error: unknown) => !isOver && setProblem(errorToText(error)),
    )
    return () => {
      isOver = true
      stop()
    }
  }, [])

  const shoot = async (): Promise<void> => {
    const source = video.current
    if (source === null || source.videoWidth === 0) return
    setIsBusy(true)
    const canvas = new OffscreenCanvas(source.videoWidth, source.videoHeight)
    canvas.getContext('2d')?.drawImage(source, 0, 0)
    await onPhoto(new File([await canvas.convertToBlob({ type: 'image/png' })], 'photo.png', { type: 'image/png' }))
    setTaken((count) => count + 1)
    setIsBusy(false)
  }

  return (
    <Dialog
      open
      title="Take photo"
      onCloseRequest={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[data-shoot]')}
      footer={
        <>
          <Button onClick={onClose}>Done</Button>
          <span role="status" className="text-sm text-muted">
            {taken > 0 && `${taken} ${taken === 1 ? 'photo' : 'photos'} taken`}
          </span>
          {problem === undefined ? (
            <Button variant="primary" busy={isBusy} data-shoot="" onClick={() => void shoot()}>
              <Camera aria-hidden="true" />
              Take photo
            </Button>
          ) : (
            <Button variant="primary" onClick={onNoCamera}>
              <ImagePlus aria-hidden="true" />
              Choose files
            </Button>
          )}
        </>
      }
    >
      {problem === undefined ? (
        <video ref={video} autoPlay playsInline muted aria-label="What the camera sees" className="max-h-[60dvh] w-full rounded-md bg-sunken" />
      ) : (
        <p role="alert">{problem}</p>
      )}
    </Dialog>
  )
}

const errorToText = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'This page may not use the camera. Allow it in the settings of the browser, or choose files.'
    : 'No camera was found. Connect one, or choose files.'
