import '../styles/app.css'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ToastViewport } from '#web/ui/overlays/toast-viewport.tsx'
import type { SpeechRecognitionLike } from './recognition.ts'
import { VoiceButton } from './voice-button.tsx'

/** Fakes the browser's recogniser: the one listening now. */
let current: FakeRecognition | undefined

function setCurrent(recognition: FakeRecognition | undefined): void {
  current = recognition
}

let langs: string[] = []

class FakeRecognition implements SpeechRecognitionLike {
  lang = ''
  continuous = false
  interimResults = false
  onresult: SpeechRecognitionLike['onresult'] = null
  onerror: SpeechRecognitionLike['onerror'] = null
  onend: SpeechRecognitionLike['onend'] = null

  start(): void {
    setCurrent(this)
    langs.push(this.lang)
  }

  stop(): void {
    current = undefined
    this.onend?.()
  }

  abort(): void {
    this.stop()
  }
}

const say = (transcript: string): void => current?.onresult?.({ resultIndex: 0, results: [Object.assign([{ transcript }], { isFinal: true })] })

const fail = (error: string): void => {
  const failing = current
  failing?.onerror?.({ error })
  failing?.onend?.()
}

beforeEach(() => {
  current = undefined
  langs = []
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
})

afterEach(() => {
  vi.unstubAllGlobals()
})

function Note({ name, begin }: { name: string; begin: string }) {
  const [text, setText] = useState(begin)
  return (
    <Field label={name}>
      <TextArea
        value={text}
        onChange={(event) => setText(event.target.value)}
        trail={<VoiceButton fieldName={name} readText={() => text} onText={setText} />}
      />
    </Field>
  )
}

const notes = (
  <>
    <Note name="Issue" begin="Does not start" />
    <Note name="Notes" begin="" />
    <ToastViewport />
  </>
)

test('what is said goes behind what stands there, a command clears it, and one field listens at a time', async () => {
  const screen = await render(notes)
  const issue = screen.getByRole('textbox', { name: 'Issue' })
  const stops = screen.getByRole('button', { name: /^Stop dictating/ })
  await screen.getByRole('button', { name: 'Dictate Issue' }).click()
  await expect.element(screen.getByRole('button', { name: 'Stop dictating Issue' })).toHaveAttribute('aria-pressed', 'true')
  say('and the knob is loose')
  await expect.element(issue).toHaveValue('Does not start and the knob is loose')
  say('Clear text.')
  await expect.element(issue).toHaveValue('')
  say('hums')
  await expect.element(issue).toHaveValue('hums')
  say('empty the text')
  await expect.element(issue).toHaveValue('')

  await screen.getByRole('button', { name: 'Dictate Notes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Stop dictating Notes' })).toBeVisible()
  expect(stops.elements()).toHaveLength(1)
  say('call before noon')
  await expect.element(screen.getByRole('textbox', { name: 'Notes' })).toHaveValue('call before noon')
  await screen.getByRole('button', { name: 'Stop dictating Notes' }).click()
  await expect.element(screen.getByRole('button', { name: 'Dictate Notes' })).toBeVisible()
  expect(stops.elements()).toHaveLength(0)
  await expect.element(issue).toHaveValue('')
  expect(langs).toEqual(['en-US', 'en-US'])
})

test('a failure is told, and the next try finds the service', async () => {
  const screen = await render(notes)
  const dictate = screen.getByRole('button', { name: 'Dictate Issue', exact: true })
  const toast = screen.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')
  for (const error of ['not-allowed', 'network', 'service-not-allowed']) {
    await dictate.click()
    await expect.element(screen.getByRole('button', { name: 'Stop dictating Issue' })).toBeVisible()
    fail(error)
    await expect.element(toast.getByText('Voice Recognition Error', { exact: true })).toBeVisible()
    await expect.element(toast.getByText('Could not capture voice input.', { exact: true })).toBeVisible()
    await toast.getByRole('button', { name: 'Close' }).click()
    await expect.element(toast).not.toBeInTheDocument()
  }
  await dictate.click()
  await expect.element(screen.getByRole('button', { name: 'Stop dictating Issue' })).toBeVisible()
  say('and hums')
  await expect.element(screen.getByRole('textbox', { name: 'Issue' })).toHaveValue('Does not start and hums')
})

test('a field that goes away listens no more', async () => {
  const screen = await render(notes)
  await screen.getByRole('button', { name: 'Dictate Issue' }).click()
  expect(current).toBeDefined()
  await screen.unmount()
  expect(current).toBeUndefined()
})

test('there is no button where the browser takes no dictation', async () => {
  vi.stubGlobal('SpeechRecognition', undefined)
  vi.stubGlobal('webkitSpeechRecognition', undefined)
  const screen = await render(notes)
  await expect.element(screen.getByRole('textbox', { name: 'Issue' })).toBeVisible()
  expect(screen.getByRole('button', { name: /^Dictate/ }).elements()).toHaveLength(0)
})

test('the button does not make the line of the label higher', async () => {
  const screen = await render(
    <>
      <Note name="Issue" begin="" />
      <Field label="Cost">
        <TextField />
      </Field>
    </>,
  )
  await expect.element(screen.getByRole('button', { name: 'Dictate Issue' })).toBeVisible()
  const heightOf = (label: string) => screen.getByText(label, { exact: true }).element().closest('label')?.parentElement?.getBoundingClientRect().height
  expect(heightOf('Issue')).toBe(heightOf('Cost'))
})
