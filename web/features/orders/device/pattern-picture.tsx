import { cn } from '#web/ui/cn.ts'
import { patternDots, patternToText } from '#schema/rules/orders/pattern.ts'
import { t } from '../order-form-texts.ts'

const placeOf = (dot: number): { x: number; y: number } => ({ x: ((dot - 1) % 3) * 24 + 12, y: Math.floor((dot - 1) / 3) * 24 + 12 })

/** A pattern; a ring marks its start. */
export function PatternPicture({ dots, className }: { dots: readonly number[]; className?: string | undefined }) {
  const [first] = dots
  const points = dots.map((dot) => `${placeOf(dot).x},${placeOf(dot).y}`).join(' ')
  return (
    <svg viewBox="0 0 72 72" role="img" aria-label={t.patternIs({ dots: patternToText(dots) })} className={cn('text-accent', className)}>
      {patternDots.map((dot) => (
        <circle key={dot} cx={placeOf(dot).x} cy={placeOf(dot).y} r={dots.includes(dot) ? 4 : 2.5} fill="currentColor" opacity={dots.includes(dot) ? 1 : 0.5} />
      ))}
      {first !== undefined && <circle cx={placeOf(first).x} cy={placeOf(first).y} r={8} fill="none" stroke="currentColor" strokeWidth={1.5} />}
      <polyline points={points} fill="none" stroke="currentColor" strokeWidth={2.5} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  )
}
