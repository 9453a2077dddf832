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
import { t } from './profile-texts.ts'

type Shown = 'none' | 'set-up' | 'renew' | 'turn-off'

export function SecondFactor() {
  const answer = useOnline(reads.secondFactor)
  const [shown, setShown] = useState<Shown>('none')
  const close = (): void => setShown('none')
  return (
    <Section id="sign-in-code" title={t.codeHead()} text={t.codeText()}>
      <OnlineData answer={answer}>
        {(state) => (
          <>
            <p className="mb-3">{stateToWords(state)}</p>
            {state.onSince === null ? (
              <Button onClick={() => setShown('set-up')}>
                <Smartphone aria-hidden="true" />
                {t.setUp()}
              </Button>
            ) : (
              <div className="flex flex-wrap gap-3">
                <Button onClick={() => setShown('renew')}>{t.newCodes()}</Button>
                <Button variant="ghost" className="text-danger-ink hover:bg-danger-soft" onClick={() => setShown('turn-off')}>
                  {t.turnOff()}
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
  if (onSince === null) return t.codesOff()
  return t.codesOn({ day: formatDate(onSince), left: recoveryCodesLeft })
}
