import { Button } from '#web/ui/controls/button.tsx'
import { fetchRowsAgain } from './fetch-rows-again.ts'

/** The ways out where this browser does not give or take the rows of the device. What was not sent, was refused or is a draft stays. */
export function StorageHelp({ userId }: { userId: string }) {
  return (
    <>
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <Button onClick={() => fetchRowsAgain(userId)}>Fetch the rows again</Button>
    </>
  )
}
