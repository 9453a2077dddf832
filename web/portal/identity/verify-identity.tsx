import { useState } from 'react'
import { AccessCodeForm } from './access-code-form.tsx'
import { MethodTabs } from './method-tabs.tsx'
import type { PhoneValue } from './phone-fields.tsx'
import type { PortalApi, Verified } from '../portal-api.ts'
import { TextMessageForm } from './text-message-form.tsx'
import { t } from '../language/texts.ts'

export type VerifyProps = {
  api: PortalApi
  phone: PhoneValue
  onPhoneChange: (phone: PhoneValue) => void
  onVerified: (verified: Verified) => void
}

type VerifyIdentityProps = Pick<VerifyProps, 'api' | 'onVerified'> & {
  emptyPhone: PhoneValue
  registeredPhone: PhoneValue | undefined
  /** Also for people whom the shop does not know yet. */
  withName: boolean
  onRegister: (phone: PhoneValue) => void
}

/** 'Verify Your Identity': opens on its second tab, with empty inputs each time. */
export function VerifyIdentity({ emptyPhone, registeredPhone, withName, onRegister, ...props }: VerifyIdentityProps) {
  const [phone, setPhone] = useState(registeredPhone ?? emptyPhone)
  const [tab, setTab] = useState<'access-code' | 'text-message'>('text-message')
  const form = { ...props, phone, onPhoneChange: setPhone }
  return (
    <MethodTabs
      label={t.howToVerify()}
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'access-code', label: t.accessCode(), content: <AccessCodeForm {...form} /> },
        {
          value: 'text-message',
          label: t.textMessage(),
          content: (
            <TextMessageForm
              {...form}
              withName={withName && registeredPhone === undefined}
              isSentAtOnce={registeredPhone !== undefined}
              onRegister={() => onRegister(phone)}
            />
          ),
        },
      ]}
    />
  )
}
