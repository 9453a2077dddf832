import { laterDialog } from '#web/navigation/later.tsx'
import { defineFeature } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { testForm } from './form.ts'
import { menu } from '#web/language/menu-texts.ts'

const TestDialog = laterDialog(async () => (await import('./tests-dialog.tsx')).TestDialog)
const MissingTestsDialog = laterDialog(async () => (await import('./missing-tests-dialog.tsx')).MissingTestsDialog)

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    'test-list': { testId?: string }
    /** Why an order did not get a status. */
    'tests-missing': { orderId: string; orderStatusId: string; missing: string }
  }
}

declare module '../define-feature.ts' {
  interface RefusedForms {
    'test-list': { testId: string | undefined }
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
  draftKinds: {
    'test-add': ({ first, draft }) => ({ shopId: first, noun: menu.draft.testList(), ...describeDraft('tests', draft), dialog: { kind: 'test-list' } }),
    'test-edit': changeOfRow('tests', (testId) => ({ kind: 'test-list', testId })),
  },
  corrects: {
    rows: {
      tests: {
        shownFields: new Set(Object.values(testForm.rowFields)),
        createToForm: ({ typed, toSource }) => ({ kind: 'test-list', testId: undefined, source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: 'test-list', testId: id, source: toSource(typed, seen) }),
      },
    },
    forms: {
      'test-list': {
        needs: ({ testId }) => (testId === undefined ? [] : [{ collection: 'tests', id: testId }]),
        show: (props, { testId }) => <TestDialog {...props} testId={testId} />,
      },
    },
  },
})
