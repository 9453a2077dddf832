import SignaturePad from 'signature_pad'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'

export type SignatureCanvas = { undo: () => void; clear: () => void; write: (name: string) => Promise<void>; toPng: () => Promise<Blob | null> }

type SignaturePadFieldProps = { ref: Ref<SignatureCanvas>; label: string; onChange: (isEmpty: boolean) => void }

const ink = '#10151c'
const scriptFont = '"Segoe Script", "Brush Script MT", "Snell Roundhand", "Apple Chancery", cursive'

/** Where somebody signs, with a finger, a pen or a mouse. White in the dark as well: it is printed. */
export function SignaturePadField({ ref, label, onChange }: SignaturePadFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  const tell = useRef(onChange)
  tell.current = onChange

  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const made = new SignaturePad(element, { penColor: ink, minWidth: 0.8, maxWidth: 3.2 })
    pad.current = made
    // A turned tablet keeps what was signed: strokes are drawn again on the new size.
    const fit = (): void => {
      const strokes = made.toData()
      const ratio = Math.max(1, window.devicePixelRatio)
      element.width = element.offsetWidth * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      made.fromData(strokes)
    }
    fit()
    const watcher = new ResizeObserver(fit)
    watcher.observe(element)
    made.addEventListener('endStroke', () => tell.current(made.isEmpty()))
    return () => {
      watcher.disconnect()
      made.off()
    }
  }, [])

  useImperativeHandle(ref, () => ({
    undo() {
      const made = pad.current
      made?.fromData(made.toData().slice(0, -1))
      tell.current(made?.isEmpty() ?? true)
    },
    clear() {
      pad.current?.clear()
      tell.current(true)
    },
    async write(name) {
      const [element, made] = [canvas.current, pad.current]
      if (element === null || made === null) return
      made.clear()
      const context = element.getContext('2d')
      if (context === null) return
      const size = Math.min(element.offsetHeight * 0.45, (element.offsetWidth * 1.6) / Math.max(1, name.length))
      context.fillStyle = ink
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.font = `italic ${size}px ${scriptFont}`
      context.fillText(name, element.offsetWidth / 2, element.offsetHeight / 2, element.offsetWidth * 0.9)
      tell.current(false)
    },
    toPng: () => new Promise((resolve) => (canvas.current === null ? resolve(null) : canvas.current.toBlob(resolve, 'image/png'))),
  }))

  return <canvas ref={canvas} role="img" aria-label={label} className="h-56 w-full touch-none rounded-md border border-line-strong bg-paper sm:h-72" />
}
