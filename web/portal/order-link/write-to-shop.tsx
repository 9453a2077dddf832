import { type FormEvent, useRef, useState } from 'react'
import { v7 } from 'uuid'
import { customerTextMax } from '#schema/rules/customers/order-link.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Field } from '../../ui/controls/field.tsx'
import { TextArea } from '../../ui/controls/text-area.tsx'
import { Notice } from '../notice.tsx'
import type { NoticeContent } from '../portal-words.ts'
import type { OrderLinkApi } from './order-link-api.ts'
import { t } from '../language/texts.ts'

/** A customer's message to the shop. A send without a response can be repeated, and counts once. */
export function WriteToShop({ api, onTaken }: { api: OrderLinkApi; onTaken: () => void }) {
  const [text, setText] = useState('')
  const [id, setId] = useState(() => v7())
  const [problem, setProblem] = useState<string | undefined>(undefined)
  const [notice, setNotice] = useState<NoticeContent | undefined>(undefined)
  const [isBusy, setIsBusy] = useState(false)
  const field = useRef<HTMLTextAreaElement>(null)
  const send = async (): Promise<void> => {
    if (isBusy) return
    if (text.trim() === '') {
      setProblem(t.server.textNeeded())
      field.current?.focus()
      return
    }
    setIsBusy(true)
    const outcome = await api.write({ text: text.trim(), id })
    setIsBusy(false)
    if (outcome.state === 'ok') {
      setText('')
      setId(v7())
      setNotice({ tone: 'ok', title: t.server.textTaken() })
      onTaken()
      return
    }
    setNotice(
      outcome.state === 'no-answer'
        ? { tone: 'danger', title: t.noConnection(), text: t.messageKept() }
        : { tone: 'danger', title: t.messageNotTaken(), text: outcome.message },
    )
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void send()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label={t.messageToShop()} required error={problem}>
        <TextArea
          ref={field}
          rows={3}
          maxLength={customerTextMax}
          value={text}
          onChange={({ target }) => {
            setProblem(undefined)
            setNotice(undefined)
            setText(target.value)
          }}
        />
      </Field>
      <Notice notice={notice} />
      <Button type="submit" size="lg" busy={isBusy} className="self-start">
        {t.send()}
      </Button>
    </form>
  )
}
