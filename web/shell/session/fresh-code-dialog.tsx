import { useEffect, useState } from 'react'
import { setCodeAsker } from '#web/api/fresh-code.ts'
import { laterDialog } from '#web/navigation/later.tsx'

const FreshCodeForm = laterDialog(async () => (await import('./fresh-code-form.tsx')).FreshCodeForm)

/** Opens over the form being saved when the server requires a new sign-in code; then the save continues. */
export function FreshCodeDialog() {
  const [answer, setAnswer] = useState<(isEntered: boolean) => void>()
  useEffect(() => setCodeAsker(() => new Promise((resolve) => setAnswer(() => resolve))), [])
  if (answer === undefined) return null
  return (
    <FreshCodeForm
      onClose={(isEntered = false) => {
        setAnswer(undefined)
        answer(isEntered)
      }}
    />
  )
}
