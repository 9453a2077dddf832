import { useState } from 'react'
import { AccessCodeForm } from './access-code-form.tsx'
import { MethodTabs } from './method-tabs.tsx'
import { emptyPhone, type PhoneValue } from './phone-fields.tsx'
import type { PortalApi, PublicCustomer } from './portal-api.ts'
import { TextMessageForm } from './text-message-form.tsx'

export type VerifyProps = {
  api: PortalApi
  phone: PhoneValue
  onPhoneChange: (phone: PhoneValue) => void
  onVerified: (customer: PublicCustomer) => void
}

/** Who is asking (PUB-07, PUB-08): the tabs as listed, but it opens on the second, with empty inputs each time. */
export function VerifyIdentity(props: Pick<VerifyProps, 'api' | 'onVerified'>) {
  const [phone, setPhone] = useState(emptyPhone)
  const [tab, setTab] = useState<'access-code' | 'text-message'>('text-message')
  const form = { ...props, phone, onPhoneChange: setPhone }
  return (
    <MethodTabs
      label="How to verify"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'access-code', label: 'Access Code', content: <AccessCodeForm {...form} /> },
        { value: 'text-message', label: 'Text Message', content: <TextMessageForm {...form} /> },
      ]}
    />
  )
}
