import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import type { SecondFactorAnswer } from '#schema/api/account.ts'
import { reads } from '#web/api/admin-api.ts'
import { formatDate } from '#web/inputs/time/time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { OnlineData } from '../online/online-list.tsx'
import { useOnline } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { RenewCodesDialog, SetUpDialog, TurnOffDialog } from './second-factor-dialogs.tsx'

type Shown = 'none' | 'set-up' | 'renew' | 'turn-off'

export function SecondFactor() {
  const answer = useOnline(reads.secondFactor)
  const [shown, setShown] = useState<Shown>('none')
  const close = (): void => setShown('none')
  return (
    <Section
      id="sign-in-code"
      title="Sign-in code from an app"
      text="Besides your password, signing in then asks for six digits that an authenticator app on your phone shows. Changes to people, shops and rights ask for them too, every 15 minutes."
    >
      <OnlineData answer={answer}>
        {(state) => (
          <>
            <p className="mb-3">{stateToWords(state)}</p>
            {state.onSince === null ? (
              <Button onClick={() => setShown('set-up')}>
                <Smartphone aria-hidden="true" />
                Set up
              </Button>
            ) : (
              <div className="flex flex-wrap gap-3">
                <Button onClick={() => setShown('renew')}>New recovery codes</Button>
                <Button variant="ghost" className="text-danger-ink hover:bg-danger-soft" onClick={() => setShown('turn-off')}>
                  Turn off
                </Button>
              </div>
            )}
          </>
        )}
      </OnlineData>
      {shown === 'set-up' && <SetUpDialog onClose={close} />}
      {shown === 'renew' && <RenewCodesDialog onClose={close} />}
      {shown === 'turn-off' && <TurnOffDialog onClose={close} />}
    </Section>
  )
}

function stateToWords({ onSince, recoveryCodesLeft }: SecondFactorAnswer): string {
  if (onSince === null) return 'Off.'
  const left =
    recoveryCodesLeft === 1
      ? '1 recovery code is left.'
      : recoveryCodesLeft === 0
        ? 'No recovery code is left: make new ones.'
        : `${recoveryCodesLeft} recovery codes are left.`
  return `On since ${formatDate(onSince)}. ${left}`
}
