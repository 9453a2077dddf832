import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const ServiceDialog = laterDialog(async () => (await import('./service-dialog.tsx')).ServiceDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    service: { serviceId?: string }
  }
}

/** The price list is kept in the shop's settings and used at intake; a refused or unfinished service opens alone. */
export const services = defineFeature({
  name: 'services',
  dialogs: {
    service: ({ shopId, request: { serviceId }, onClose }) => <ServiceDialog key={serviceId} shopId={shopId} serviceId={serviceId} onClose={onClose} />,
  },
})
