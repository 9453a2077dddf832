import { progressSteps, statusToProgress } from '#schema/rules/customers/order-progress.ts'

/** How far the repair is, of five steps; a list for those who hear it. */
export function ProgressLine({ orderStatusId }: { orderStatusId: string }) {
  const progress = statusToProgress(orderStatusId)
  if (progress === undefined) return null
  const { step, isWaiting, isStopped } = progress
  return (
    <ol aria-label="Progress of the repair" className="grid grid-cols-5 gap-1.5">
      {progressSteps.map((name, place) => {
        const isDone = place <= step
        const bar = !isDone ? 'bg-line' : isStopped ? 'bg-line-strong' : isWaiting && place === step ? 'bg-warn' : 'bg-accent'
        return (
          <li key={name} aria-current={place === step ? 'step' : undefined} className="flex flex-col gap-1.5">
            <span aria-hidden="true" className={`h-1.5 rounded-full ${bar}`} />
            <span className={`text-sm leading-tight ${place === step ? 'font-semibold' : isDone ? '' : 'text-muted'}`}>
              {name}
              {isDone && place !== step && <span className="sr-only"> (done)</span>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
