import { readLanguage } from '#web/language/staff-texts.ts'
/** The used part of the Web Speech API, which Chrome and Safari prefix. */
export type SpeechRecognitionLike = {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: ((event: { resultIndex: number; results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }> }) => void) | null
  onerror: ((event: { error: string }) => void) | null
  onend: (() => void) | null
  start: () => void
  stop: () => void
  abort: () => void
}

type RecognitionConstructor = new () => SpeechRecognitionLike

/** Undefined without browser support; then no button is shown. */
export function findRecognition(scope: object = globalThis): RecognitionConstructor | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = scope as {
    SpeechRecognition?: RecognitionConstructor
    webkitSpeechRecognition?: RecognitionConstructor
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

/** Not failures: nothing was said, or the user stopped it. */
const quietErrors: ReadonlySet<string> = new Set(['aborted', 'no-speech'])

export type Listening = { stop: () => void }

type ListenOptions = {
  onText: (text: string) => void
  onFailure: () => void
  onEnd: () => void
}

/** Takes dictation in the app's language until stopped or ended by the browser. */
export function listen(Recognition: RecognitionConstructor, { onText, onFailure, onEnd }: ListenOptions): Listening {
  const recognition = new Recognition()
  const language = readLanguage()
  recognition.lang = language === 'en' ? 'en-US' : language
  recognition.continuous = true
  recognition.interimResults = false
  recognition.onresult = ({ resultIndex, results }) => {
    for (let index = resultIndex; index < results.length; index++) {
      const result = results[index]
      const transcript = result?.[0]?.transcript
      if (result?.isFinal === true && transcript !== undefined) onText(transcript)
    }
  }
  recognition.onerror = ({ error }) => {
    if (!quietErrors.has(error)) onFailure()
  }
  recognition.onend = onEnd
  try {
    recognition.start()
  } catch {
    // Asynchronous, like the browser's own end events, so that callers get one order of calls.
    queueMicrotask(() => {
      onFailure()
      onEnd()
    })
  }
  return { stop: () => recognition.stop() }
}
