import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { addDot, patternDots, patternToText } from '#schema/rules/orders/pattern.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PatternPicture } from './pattern-picture.tsx'
import { common } from '#web/language/common-texts.ts'
import { t } from '../order-form-texts.ts'

type PatternPadProps = { onDone: (text: string) => void; onCancel: () => void }

const stepByKey: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }

const dotAt = (x: number, y: number): number | undefined => {
  const dot = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-dot]')?.dataset['dot']
  return dot === undefined ? undefined : Number(dot)
}

export function PatternPad({ onDone, onCancel }: PatternPadProps) {
  const [dots, setDots] = useState<readonly number[]>([])
  const isDrawing = useRef(false)
  const add = (dot: number | undefined): void => {
    if (dot !== undefined) setDots((before) => addDot(before, dot))
  }

  const draw = (event: PointerEvent): void => {
    if (isDrawing.current) add(dotAt(event.clientX, event.clientY))
  }

  const begin = (event: PointerEvent): void => {
    const dot = dotAt(event.clientX, event.clientY)
    if (dot === undefined) return
    isDrawing.current = true
    // A new stroke resets the pattern.
    setDots([dot])
  }

  const move = (event: KeyboardEvent<HTMLDivElement>): void => {
    const step = stepByKey[event.key]
    const from = event.target instanceof HTMLElement ? Number(event.target.dataset['dot']) : Number.NaN
    if (step === undefined || Number.isNaN(from)) return
    event.preventDefault()
    const isAtEdge = Math.abs(step) === 1 && Math.floor((from - 1) / 3) !== Math.floor((from - 1 + step) / 3)
    if (!isAtEdge) event.currentTarget.querySelector<HTMLElement>(`[data-dot="${from + step}"]`)?.focus()
  }

  return (
    <div className="flex flex-col items-start gap-3 rounded-md border border-line bg-raised p-3">
      <p id="pattern-help" className="text-sm text-muted">
        {t.patternHelp()}
      </p>
      <div
        role="group"
        aria-label={t.pattern()}
        aria-describedby="pattern-help"
        className="relative grid touch-none grid-cols-3 select-none"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={() => (isDrawing.current = false)}
        onPointerCancel={() => (isDrawing.current = false)}
        onKeyDown={move}
      >
        <PatternPicture dots={dots} className="pointer-events-none absolute inset-0 size-full" />
        {patternDots.map((dot) => (
          <button
            key={dot}
            type="button"
            data-dot={dot}
            aria-label={t.dot({ number: dot })}
            aria-pressed={dots.includes(dot)}
            tabIndex={dot === 1 ? 0 : -1}
            className="size-14 rounded-full"
            // Only for keyboard clicks; pointer events were handled already.
            onClick={(event) => event.detail === 0 && add(dot)}
          />
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" disabled={dots.length < 2} onClick={() => onDone(patternToText(dots))}>
          {t.usePattern()}
        </Button>
        <Button onClick={() => setDots([])}>{t.clear()}</Button>
        <Button variant="ghost" onClick={onCancel}>
          {common.cancel()}
        </Button>
      </div>
    </div>
  )
}
