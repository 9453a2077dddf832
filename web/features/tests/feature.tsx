import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'

const TestDialog = laterDialog(async () => (await import('./tests-dialog.tsx')).TestDialog)
const MissingTestsDialog = laterDialog(async () => (await import('./missing-tests-dialog.tsx')).MissingTestsDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'test-list': { testId?: string }
    /** Why an order did not get a status. */
    'tests-missing': { orderId: string; orderStatusId: string; missing: string }
  }
}

/** Lists of tests are kept in the shop's settings; their results are pressed in the order. */
export const tests = defineFeature({
  name: 'tests',
  dialogs: {
    'test-list': ({ shopId, request: { testId }, onClose }) => <TestDialog key={testId} shopId={shopId} testId={testId} onClose={onClose} />,
    'tests-missing': ({ shopId, request: { orderId, orderStatusId, missing }, onClose }) => (
      <MissingTestsDialog shopId={shopId} orderId={orderId} orderStatusId={orderStatusId} missing={missing} onClose={onClose} />
    ),
  },
})
