import { Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { create } from 'zustand'
import { applySpokenText } from '#schema/rules/voice-command.ts'
import { notifyFailure } from '#web/app/notify.ts'
import { IconButton } from '#web/ui/icon-button.tsx'
import { cn } from '#web/ui/cn.ts'
import { findRecognition, listen, type Listening } from './recognition.ts'

/** Set once the browser could not reach its speech service: then no field offers it until the network is back (AMB-52). */
const useSpeechService = create<{ isGone: boolean }>(() => ({ isGone: false }))

window.addEventListener('online', () => useSpeechService.setState({ isGone: false }))

/** One field listens at a time. */
let stopOther: (() => void) | undefined

type VoiceButtonProps = {
  /** The field's name, for the button's: "Dictate Order Notes". */
  fieldName: string
  readText: () => string
  onText: (text: string) => void
}

/** Dictates into a text field (ORDDLG-16..18): a phrase is put behind what stands there, 'clear text' and 'empty the text' empty it. */
export function VoiceButton({ fieldName, readText, onText }: VoiceButtonProps) {
  const Recognition = findRecognition()
  const isGone = useSpeechService((state) => state.isGone)
  const [isListening, setIsListening] = useState(false)
  const listening = useRef<Listening>(undefined)
  const latest = useRef({ readText, onText })
  latest.current = { readText, onText }
  useEffect(() => () => listening.current?.stop(), [])
  if (Recognition === undefined || isGone) return null

  const start = (): void => {
    stopOther?.()
    const own = listen(Recognition, {
      onText: (spoken) => latest.current.onText(applySpokenText(latest.current.readText(), spoken)),
      onFailure: ({ isLasting }) => {
        // ERR-39.
        notifyFailure('Voice Recognition Error', 'Could not capture voice input.')
        if (isLasting) useSpeechService.setState({ isGone: true })
      },
      onEnd: () => {
        listening.current = undefined
        if (stopOther === own.stop) stopOther = undefined
        setIsListening(false)
      },
    })
    listening.current = own
    stopOther = own.stop
    setIsListening(true)
  }

  return (
    <IconButton
      label={isListening ? `Stop dictating ${fieldName}` : `Dictate ${fieldName}`}
      aria-pressed={isListening}
      className={cn('-my-3.25 self-center', isListening && 'bg-danger-soft text-danger-ink')}
      icon={isListening ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
      onClick={() => (isListening ? listening.current?.stop() : start())}
    />
  )
}
