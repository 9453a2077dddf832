import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { Path, UseFormReturn } from 'react-hook-form'
import type { z } from 'zod'
import type { Json } from '#schema/values/merge.ts'
import { NetworkError } from '#web/api/errors.ts'
import { useUnsavedText } from '#web/forms/drafts/unsaved.ts'
import { DraftNote } from '#web/forms/drafts/draft-note.tsx'
import type { FormDraft } from '#web/forms/drafts/form-draft.ts'
import { keepEnterForOneLineFields } from '#web/forms/form-keys.ts'
import { withPlainLineEnds } from '#web/forms/plain-line-ends.ts'
import { useDraftForm } from '#web/forms/drafts/use-draft-form.ts'
import { useDraftAutosave, useStoredDraft } from '#web/forms/drafts/use-form-draft.ts'
import { startNext } from '#web/forms/saving/use-line-submit.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { setFieldErrors } from './field-errors.ts'
import { type OnlineAction, useOnlineAction } from './online-work.tsx'
import { settings } from '../all/settings-texts.ts'

type Values = Record<string, Json>

type OnlineFormProps<Form extends Values, Value> = {
  label: string
  /** The draft key, such as `entity-add`. */
  formKey: string
  schema: z.ZodType<unknown, Form>
  /** Initial values; untouched fields follow later changes of the stored row. */
  opened: Form
  /** Fields that drafts must not store, such as passwords. */
  secrets?: readonly (keyof Form & string)[] | undefined
  submitText: string
  busyText?: string | undefined
  canSubmit?: ((form: Form) => boolean) | undefined
  send: (form: Form) => Promise<Value>
  success: OnlineAction<Value>['success']
  failure: OnlineAction<Value>['failure']
  /** Whether a success empties the form or keeps the sent values; text typed meanwhile stays. */
  afterwards: 'emptied' | 'kept'
  onSent?: ((value: Value, form: Form) => void) | undefined
  /** Shows a second button that resets the form. */
  cancel?: { text: string; onCancel?: (() => void) | undefined } | undefined
  /** A single field beside its button; Enter submits. */
  isLine?: boolean | undefined
  children: (form: UseFormReturn<Form>) => ReactNode
}

/**
 * A form saved online: input is kept as a draft until the server accepts it, a missing connection is reported, and
 * refusals appear under their fields.
 */
export function OnlineForm<Form extends Values, Value>(props: OnlineFormProps<Form, Value>) {
  // Settings pages offer their own drafts; the bar of unfinished forms leaves them out.
  const stored = useStoredDraft(`settings/${props.formKey}`)
  if (stored.state === 'loading') return <div className="min-h-40" />
  return <Form {...props} key={stored.key} draftKey={stored.key} draft={stored.draft} savedAt={stored.savedAt} />
}

type FormProps<Form extends Values, Value> = OnlineFormProps<Form, Value> & { draftKey: string; draft: FormDraft | undefined; savedAt: string | undefined }

function Form<Form extends Values, Value>(props: FormProps<Form, Value>) {
  const {
    label,
    schema,
    secrets = [],
    submitText,
    busyText = settings.saving(),
    canSubmit,
    send,
    success,
    failure,
    afterwards,
    onSent,
    cancel,
    isLine = false,
    draftKey,
    draft,
    savedAt,
    children,
  } = props
  const perform = useOnlineAction()
  const opened = withPlainLineEnds(props.opened)
  /** The untouched values. The form's state updates one render later, when it may be closed already. */
  const shown = useRef(opened)
  const form = useDraftForm<Form>({ schema, opened, draft })
  const { isDirty, isSubmitting } = form.formState
  const [isFromDraft, setIsFromDraft] = useState(draft !== undefined)
  const [result, setResult] = useState<string>()
  useUnsavedText(isDirty)
  useDraftAutosave({
    key: draftKey,
    shopId: '',
    watch: (onChange) => form.subscribe({ formState: { values: true }, callback: onChange }),
    read: () => {
      const typed = typedValues(form.getValues(), shown.current, secrets)
      return Object.keys(typed).length > 0 ? { values: typed, opened: {} } : undefined
    },
  })
  useFollowStored(form, opened, shown)

  const putBack = (): void => {
    shown.current = opened
    form.reset(opened)
    setIsFromDraft(false)
    setResult(undefined)
  }
  const submit = form.handleSubmit(async () => {
    const values = form.getValues()
    setResult(undefined)
    const outcome = await perform({ run: () => send(values), success, failure, isQuiet: true })
    if (!outcome.ok) {
      setFieldErrors(form, opened, outcome.error)
      return setResult(outcome.error instanceof NetworkError ? settings.notSavedKept() : (outcome.reason ?? settings.notSaved()))
    }
    shown.current = afterwards === 'emptied' ? opened : values
    startNext(form, values, shown.current)
    setIsFromDraft(false)
    onSent?.(outcome.value, values)
  })
  const isOff = canSubmit !== undefined && !canSubmit(form.watch())

  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault()
        event.stopPropagation()
        if (!isSubmitting && !isOff) void submit(event)
      }}
      onKeyDown={isLine ? undefined : submitOnModEnter}
    >
      {isFromDraft && savedAt !== undefined && isDirty && <DraftNote savedAt={savedAt} onStartOver={putBack} />}
      <div className={isLine ? 'flex flex-wrap items-start gap-3' : undefined}>
        {children(form)}
        <div className={isLine ? 'contents' : 'mt-4 flex flex-wrap items-center gap-3'}>
          <Button type="submit" variant={isLine ? 'secondary' : 'primary'} disabled={isOff} aria-busy={isSubmitting || undefined} className="min-w-24">
            {isSubmitting ? busyText : submitText}
          </Button>
          {cancel && (
            <Button
              onClick={() => {
                putBack()
                cancel.onCancel?.()
              }}
            >
              {cancel.text}
            </Button>
          )}
          <span role="status" className={isLine ? 'w-full text-sm text-muted empty:hidden' : 'min-w-0 text-sm text-muted'}>
            {result}
          </span>
        </div>
      </div>
    </form>
  )
}

/** Untouched fields follow the stored values, e.g. after another administrator's change. */
function useFollowStored<Form extends Values>(form: UseFormReturn<Form>, opened: Form, shown: RefObject<Form>): void {
  const text = JSON.stringify(opened)
  const seen = useRef(text)
  useEffect(() => {
    if (seen.current === text) return
    seen.current = text
    const typed = typedValues(form.getValues(), shown.current, [])
    shown.current = opened
    for (const name of Object.keys(opened) as (Path<Form> & keyof Form)[]) {
      form.resetField(name, { defaultValue: opened[name] as never })
      if (Object.hasOwn(typed, name)) form.setValue(name, typed[name] as never, { shouldDirty: true })
    }
    // `text` represents the values.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [form, text])
}

/** Only fields that differ from the untouched ones: a draft must not restore old values of others. */
const typedValues = (values: Values, shown: Values, secrets: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== shown[name] && !secrets.includes(name)))

function submitOnModEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
    return
  }
  keepEnterForOneLineFields(event)
}
