import { useEffect, useState } from 'react'
import { setCodeAsker } from '#web/api/fresh-code.ts'
import { laterDialog } from '#web/navigation/later.tsx'

const FreshCodeForm = laterDialog(async () => (await import('./fresh-code-form.tsx')).FreshCodeForm)

/** Comes up over whatever form was being saved, when the server wants a new sign-in code for it; then the form goes on. */
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
