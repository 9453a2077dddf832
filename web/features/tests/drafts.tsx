import { laterDialog } from '#web/navigation/later.tsx'
import { defineDrafts } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { testForm } from './form.ts'
import { menu } from '#web/language/menu-texts.ts'

const TestDialog = laterDialog(async () => (await import('./tests-dialog.tsx')).TestDialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    'test-list': { testId: string | undefined }
  }
}

export const drafts = defineDrafts({
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
