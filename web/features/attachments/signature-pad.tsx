import SignaturePad from 'signature_pad'
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'

export type SignatureCanvas = { undo: () => void; clear: () => void; write: (name: string) => void; toPng: () => Promise<Blob | null> }

type SignaturePadFieldProps = { ref: Ref<SignatureCanvas>; label: string; onChange: (isEmpty: boolean) => void }

const ink = '#10151c'
const scriptFont = '"Segoe Script", "Brush Script MT", "Snell Roundhand", "Apple Chancery", cursive'

/** A signature input for finger, pen or mouse. It stays white in dark mode because it is printed. */
export function SignaturePadField({ ref, label, onChange }: SignaturePadFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const pad = useRef<SignaturePad>(null)
  /** A typed name used as signature; redrawn together with the strokes. */
  const written = useRef('')
  const tell = useRef(onChange)
  tell.current = onChange

  useEffect(() => {
    const element = canvas.current
    if (element === null) return undefined
    const made = new SignaturePad(element, { penColor: ink, minWidth: 0.8, maxWidth: 3.2 })
    pad.current = made
    // Redraw the strokes after a resize, such as a rotated tablet.
    const fit = (): void => {
      const strokes = made.toData()
      const ratio = Math.max(1, window.devicePixelRatio)
      element.width = element.offsetWidth * ratio
      element.height = element.offsetHeight * ratio
      element.getContext('2d')?.scale(ratio, ratio)
      made.fromData(strokes)
      drawName(element, written.current)
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
      written.current = ''
      made?.fromData(made.toData().slice(0, -1))
      tell.current(made?.isEmpty() ?? true)
    },
    clear() {
      written.current = ''
      pad.current?.clear()
      tell.current(true)
    },
    write(name) {
      const [element, made] = [canvas.current, pad.current]
      if (element === null || made === null) return
      made.clear()
      written.current = name
      drawName(element, name)
      tell.current(false)
    },
    toPng: () => new Promise((resolve) => (canvas.current === null ? resolve(null) : canvas.current.toBlob(resolve, 'image/png'))),
  }))

  return <canvas ref={canvas} role="img" aria-label={label} className="h-56 w-full touch-none rounded-md border border-line-strong bg-paper sm:h-72" />
}

function drawName(element: HTMLCanvasElement, name: string): void {
  const context = element.getContext('2d')
  if (context === null || name === '') return
  const size = Math.min(element.offsetHeight * 0.45, (element.offsetWidth * 1.6) / name.length)
  context.fillStyle = ink
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  context.font = `oblique ${size}px ${scriptFont}`
  context.fillText(name, element.offsetWidth / 2, element.offsetHeight / 2, element.offsetWidth * 0.9)
}
