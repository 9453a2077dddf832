import { Mic } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { applySpokenText } from '#schema/rules/voice/voice-command.ts'
import { notifyFailure } from '#web/navigation/notify.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { findRecognition, listen, type Listening } from './recognition.ts'
import { t } from '#web/language/controls-texts.ts'

/** Only one field may listen at a time. */
let stopOther: (() => void) | undefined

type VoiceButtonProps = {
  /** For the button's name: "Dictate Order Notes". */
  fieldName: string
  readText: () => string
  onText: (text: string) => void
}

/** Appends each dictated phrase; 'clear text' and 'empty the text' empty the field. */
export function VoiceButton({ fieldName, readText, onText }: VoiceButtonProps) {
  const Recognition = findRecognition()
  const [isListening, setIsListening] = useState(false)
  const listening = useRef<Listening>(undefined)
  const latest = useRef({ readText, onText })
  latest.current = { readText, onText }
  useEffect(() => () => listening.current?.stop(), [])
  if (Recognition === undefined) return null

  const start = (): void => {
    stopOther?.()
    const own = listen(Recognition, {
      onText: (spoken) => latest.current.onText(applySpokenText(latest.current.readText(), spoken)),
      // The button stays: the next try may find the service, the network or the permission.
      onFailure: () => notifyFailure(t.voiceFailed(), t.voiceFailedText()),
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
      label={isListening ? t.stopDictating({ field: fieldName }) : t.dictate({ field: fieldName })}
      aria-pressed={isListening}
      className={isListening ? 'bg-danger-soft text-danger-ink [&_svg]:animate-pulse motion-reduce:[&_svg]:animate-none' : undefined}
      icon={<Mic aria-hidden="true" />}
      onClick={() => (isListening ? listening.current?.stop() : start())}
    />
  )
}
