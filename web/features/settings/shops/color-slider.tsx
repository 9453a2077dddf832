import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import { dayToShare, greenEndRange, moveGreenEnd, moveYellowEnd, sliderDays, toColorRanges, yellowEndRange } from '#schema/rules/orders/color-range.ts'
import type { StatusColors } from '#schema/rules/orders/status-age.ts'
import { cn } from '#web/ui/cn.ts'
import { t } from './settings-shop-texts.ts'

type ColorSliderProps = { value: StatusColors; onChange: (value: StatusColors) => void }

type Handle = 'green' | 'yellow'

const stepByKey: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 5, PageDown: -5 }

const percent = (day: number): string => `${dayToShare(day) * 100}%`

/** Two handles on a scale of 0 to 20+ days, by mouse, touch and keyboard. */
export function ColorSlider({ value, onChange }: ColorSliderProps) {
  const track = useRef<HTMLDivElement>(null)
  const dragged = useRef<Handle>(undefined)
  const ranges = toColorRanges(value)
  const move = (handle: Handle, day: number): void => onChange(handle === 'green' ? moveGreenEnd(value, day) : moveYellowEnd(value, day))

  const pointerToDay = ({ clientX }: PointerEvent): number => {
    const { left, width } = track.current?.getBoundingClientRect() ?? { left: 0, width: 1 }
    return ((clientX - left) / width) * sliderDays
  }

  const begin = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const isOnHandle = event.target instanceof HTMLElement && event.target.dataset['handle'] !== undefined
    const day = pointerToDay(event)
    // When handles overlap, the nearest one moves, not the topmost.
    const handle: Handle = Math.abs(day - value.greenEnd) <= Math.abs(day - value.yellowEnd) ? 'green' : 'yellow'
    dragged.current = handle
    track.current?.querySelector<HTMLElement>(`[data-handle=${handle}]`)?.focus()
    event.preventDefault()
    if (!isOnHandle) move(handle, day)
  }

  const handleProps = (handle: Handle) => ({
    role: 'slider',
    tabIndex: 0,
    'data-handle': handle,
    'aria-orientation': 'horizontal' as const,
    onKeyDown: (event: KeyboardEvent) => {
      const now = handle === 'green' ? value.greenEnd : value.yellowEnd
      const step = stepByKey[event.key]
      const day = event.key === 'Home' ? 0 : event.key === 'End' ? sliderDays : step === undefined ? undefined : now + step
      if (day === undefined) return
      event.preventDefault()
      move(handle, day)
    },
    className: cn(
      'absolute top-1/2 flex size-11 -translate-x-1/2 -translate-y-1/2 touch-none cursor-grab items-center justify-center rounded-full active:cursor-grabbing',
      'after:pointer-events-none after:size-6 after:rounded-full after:border-2 after:border-surface after:shadow-float',
      handle === 'green' ? 'after:bg-ok' : 'after:bg-warn',
    ),
  })

  const [greenNow, yellow] = [Math.min(value.greenEnd, greenEndRange.max), yellowEndRange(value)]
  return (
    <div>
      <div
        ref={track}
        className="relative mx-3 h-11 touch-none select-none"
        onPointerDown={begin}
        onPointerMove={(event) => {
          if (dragged.current !== undefined) move(dragged.current, pointerToDay(event))
        }}
        onPointerUp={() => (dragged.current = undefined)}
        onPointerCancel={() => (dragged.current = undefined)}
      >
        <span aria-hidden="true" className="absolute inset-x-0 top-1/2 h-2 -translate-y-1/2 rounded-full bg-danger" />
        <span aria-hidden="true" className="absolute top-1/2 left-0 h-2 -translate-y-1/2 rounded-l-full bg-warn" style={{ width: percent(value.yellowEnd) }} />
        <span aria-hidden="true" className="absolute top-1/2 left-0 h-2 -translate-y-1/2 rounded-l-full bg-ok" style={{ width: percent(value.greenEnd) }} />
        <div
          {...handleProps('yellow')}
          aria-label={t.colors.yellowUntil()}
          aria-valuemin={yellow.min}
          aria-valuemax={yellow.max}
          aria-valuenow={Math.min(Math.max(value.yellowEnd, yellow.min), yellow.max)}
          aria-valuetext={t.colors.yellowRange({ range: t.daysInRange({ range: ranges.yellow }) })}
          style={{ left: percent(value.yellowEnd) }}
        />
        <div
          {...handleProps('green')}
          aria-label={t.colors.greenUntil()}
          aria-valuemin={greenEndRange.min}
          aria-valuemax={greenEndRange.max}
          aria-valuenow={Math.max(greenNow, greenEndRange.min)}
          aria-valuetext={t.colors.greenRange({ range: t.daysInRange({ range: ranges.green }) })}
          style={{ left: percent(value.greenEnd) }}
        />
      </div>
      <div aria-hidden="true" className="relative mx-3 h-5 text-xs text-muted tabular-nums">
        {[0, 5, 10, 15, 20].map((day) => (
          <span key={day} className="absolute -translate-x-1/2" style={{ left: percent(day) }}>
            {day === sliderDays ? '20+' : day}
          </span>
        ))}
      </div>
      <ul className="mt-2 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        <Range color="bg-ok" name={t.colors.green()} text={t.daysInRange({ range: ranges.green })} />
        <Range color="bg-warn" name={t.colors.yellow()} text={t.daysInRange({ range: ranges.yellow })} />
        <Range color="bg-danger" name={t.colors.red()} text={t.daysInRange({ range: ranges.red })} />
      </ul>
    </div>
  )
}

const Range = ({ color, name, text }: { color: string; name: string; text: string }) => (
  <li className="flex items-center gap-2">
    <span aria-hidden="true" className={cn('size-3 rounded-full', color)} />
    {name}
    <span className="text-muted tabular-nums">{text}</span>
  </li>
)
