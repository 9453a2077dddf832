import { type FormEvent, useRef, useState } from 'react'
import type { PublicEstimate } from '#schema/api/links/estimates.ts'
import { customerNameMax } from '#schema/rules/estimates/estimate-link.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextField } from '../../ui/controls/text-field.tsx'
import { Notice } from '../notice.tsx'
import type { NoticeContent } from '../portal-words.ts'
import type { EstimateApi } from './estimate-api.ts'
import type { LinkOutcome } from '../order-link/order-link-api.ts'
import { t } from '../language/texts.ts'

type Decision = 'approve' | 'decline'

type AnswerFormProps = {
  api: EstimateApi
  total: string
  name: string
  onNameChange: (name: string) => void
  press: string
  onAnswered: (estimate: PublicEstimate) => void
}

/** The customer approves or declines, with their name. A submit without a response can be repeated, and counts once. */
export function AnswerForm({ api, total, name, onNameChange, press, onAnswered }: AnswerFormProps) {
  const [busyWith, setBusyWith] = useState<Decision | undefined>(undefined)
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  const hadNoAnswer = useRef(false)

  const answer = async (decision: Decision) => {
    if (busyWith !== undefined) return
    setNotice(undefined)
    if (name.trim() === '') {
      setProblem(t.server.nameNeeded())
      field.current?.focus()
      return
    }
    setBusyWith(decision)
    const outcome = await api.decide({ decision, name: name.trim(), press })
    setBusyWith(undefined)
    if (outcome.state === 'ok') return onAnswered(outcome.value)
    setNotice(outcomeToNotice(outcome, hadNoAnswer.current))
    if (outcome.state === 'no-answer') hadNoAnswer.current = true
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void answer('approve')
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold">{t.yourAnswer()}</h2>
      <Field label={t.yourName()} required error={problem}>
        <TextField
          ref={field}
          autoComplete="name"
          maxLength={customerNameMax}
          readOnly={busyWith !== undefined}
          value={name}
          onChange={({ target }) => {
            setProblem(undefined)
            onNameChange(target.value)
          }}
        />
      </Field>
      <Notice notice={notice} />
      <div className="flex flex-col gap-3">
        <Button type="submit" variant="primary" size="lg" busy={busyWith === 'approve'} disabled={busyWith === 'decline'}>
          {t.approveFor({ total })}
        </Button>
        <Button size="lg" busy={busyWith === 'decline'} disabled={busyWith === 'approve'} onClick={() => void answer('decline')}>
          {t.decline()}
        </Button>
      </div>
    </form>
  )
}

function outcomeToNotice(outcome: Exclude<LinkOutcome<PublicEstimate>, { state: 'ok' }>, hadNoAnswer: boolean): NoticeContent {
  if (outcome.state === 'no-answer')
    return {
      tone: 'danger',
      title: t.noConnection(),
      text: t.answerMayBeLost(),
    }
  const title = outcome.state === 'not-open' && hadNoAnswer ? t.callTheShop() : t.answerNotTaken()
  return { tone: 'danger', title, text: outcome.message }
}
