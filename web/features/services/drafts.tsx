import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { serviceForm } from './form.ts'
import { menu } from '#web/language/menu-texts.ts'

const ServiceDialog = laterDialog(async () => (await import('./service-dialog.tsx')).ServiceDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    service: { serviceId: string | undefined }
  }
}

export const drafts = defineDrafts({
  draftKinds: {
    'service-add': ({ first, draft }) => ({ shopId: first, noun: menu.draft.service(), ...describeDraft('services', draft), dialog: { kind: 'service' } }),
    'service-edit': changeOfRow('services', (serviceId) => ({ kind: 'service', serviceId })),
  },
  corrects: {
    rows: {
      services: {
        shownFields: new Set(Object.values(serviceForm.rowFields)),
        createToForm: ({ typed, toSource }) => ({ kind: 'service', serviceId: undefined, source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'service', serviceId: id, source: toSource(typed, seen) }),
      },
    },
    forms: {
      service: {
        needs: ({ serviceId }) => (serviceId === undefined ? [] : [{ collection: 'services', id: serviceId }]),
        show: (props, { serviceId }) => <ServiceDialog {...props} serviceId={serviceId} />,
      },
    },
  },
})
