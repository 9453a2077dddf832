import { Button } from '#web/ui/controls/button.tsx'
import { fetchRowsAgain } from './fetch-rows-again.ts'

export function StorageHelp({ userId }: { userId: string }) {
  return (
    <>
      <Button onClick={() => window.location.reload()}>Reload</Button>
      <Button onClick={() => fetchRowsAgain(userId)}>Load the data again</Button>
    </>
  )
}
