import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { cn } from '../cn.ts'
import { t } from '#web/language/controls-texts.ts'

type ConfirmRowProps = {
  label: ReactNode
  icon?: ReactNode
  question: ReactNode
  noText?: string | undefined
  yesText?: string | undefined
  onConfirm: () => void
  busy?: boolean | undefined
  disabled?: boolean | undefined
  className?: string | undefined
}

/** A destructive action in two steps: the button turns into the question with No and Yes; Esc is No. */
export function ConfirmRow(props: ConfirmRowProps) {
  const { label, icon, question, noText = t.no(), yesText = t.yes(), onConfirm, busy, disabled, className } = props
  const [isAsking, setIsAsking] = useState(false)
  const startRef = useRef<HTMLButtonElement>(null)
  const noRef = useRef<HTMLButtonElement>(null)
  const wasAsking = useRef(false)

  useEffect(() => {
    if (isAsking) noRef.current?.focus()
    else if (wasAsking.current) startRef.current?.focus()
    wasAsking.current = isAsking
  }, [isAsking])

  if (!isAsking) {
    return (
      <Button
        ref={startRef}
        variant="ghost"
        disabled={disabled}
        onClick={() => setIsAsking(true)}
        className={cn('text-danger-ink hover:bg-danger-soft', className)}
      >
        {icon}
        {label}
      </Button>
    )
  }
  return (
    <div
      role="group"
      data-own-escape
      aria-label={typeof question === 'string' ? question : undefined}
      className={cn('flex flex-wrap items-center gap-2 rounded-md bg-danger-soft py-1 pr-1 pl-3', className)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        setIsAsking(false)
      }}
    >
      <span className="text-danger-ink">{question}</span>
      <span className="ml-auto flex gap-2">
        <Button ref={noRef} className="scroll-my-6" onClick={() => setIsAsking(false)}>
          {noText}
        </Button>
        <Button variant="danger" busy={busy} onClick={onConfirm}>
          {yesText}
        </Button>
      </span>
    </div>
  )
}
