import { capitalize, type EntityNames } from './names.ts'

export function toFeatureFile({ plural, singular, type, nouns, singularFile, pluralFile }: EntityNames): string {
  return `import { List } from 'lucide-react'
import { defineFeature } from '../define-feature.ts'
import { t } from './${pluralFile}-texts.ts'
import { laterDialog, laterView } from '#web/navigation/later.tsx'

const ${type}Dialog = laterDialog(async () => (await import('./${singularFile}-dialog.tsx')).${type}Dialog)
const ${capitalize(plural)}View = laterView(async () => (await import('./${pluralFile}-view.tsx')).${capitalize(plural)}View)

declare module '#web/navigation/paths.ts' {
  interface DashboardTabs {
    '${pluralFile}': true
  }
}

declare module '#web/navigation/dialogs.ts' {
  interface DialogRequests {
    '${singularFile}-add': {}
    '${singularFile}-edit': { ${singular}Id: string }
  }
}

/** ${capitalize(nouns)} of the shop. */
export const ${plural} = defineFeature({
  name: '${pluralFile}',
  views: [{ tab: '${pluralFile}', label: t.title(), Icon: List, show: ({ shop }) => <${capitalize(plural)}View shopId={shop.id} /> }],
  dialogs: {
    '${singularFile}-add': ({ shopId, onClose }) => <${type}Dialog shopId={shopId} onClose={onClose} />,
    '${singularFile}-edit': ({ shopId, request: { ${singular}Id }, onClose }) => (
      <${type}Dialog key={${singular}Id} shopId={shopId} ${singular}Id={${singular}Id} onClose={onClose} />
    ),
  },
})
`
}

export function toDraftsFile({ table, singular, type, singularFile, pluralFile }: EntityNames): string {
  return `import { defineDrafts } from '../define-feature.ts'
import { changeOfRow, describeDraft } from '../draft-words.ts'
import { ${singular}Form } from './form.ts'
import { t } from './${pluralFile}-texts.ts'
import { laterDialog } from '#web/navigation/later.tsx'

const ${type}Dialog = laterDialog(async () => (await import('./${singularFile}-dialog.tsx')).${type}Dialog)

declare module '../define-feature.ts' {
  interface RefusedForms {
    '${singularFile}-add': {}
    '${singularFile}-edit': { ${singular}Id: string }
  }
}

export const drafts = defineDrafts({
  draftKinds: {
    '${singularFile}-add': ({ first, draft }) => ({ shopId: first, noun: t.noun(), ...describeDraft('${table}', draft), dialog: { kind: '${singularFile}-add' } }),
    '${singularFile}-edit': changeOfRow('${table}', (${singular}Id) => ({ kind: '${singularFile}-edit', ${singular}Id })),
  },
  corrects: {
    rows: {
      ${table}: {
        shownFields: new Set(Object.values(${singular}Form.rowFields)),
        createToForm: ({ typed, toSource }) => ({ kind: '${singularFile}-add', source: toSource(typed) }),
        updateToForm: ({ id, typed, seen, toSource }) => ({ kind: '${singularFile}-edit', ${singular}Id: id, source: toSource(typed, seen) }),
      },
    },
    forms: {
      '${singularFile}-add': { show: (props) => <${type}Dialog {...props} /> },
      '${singularFile}-edit': {
        needs: ({ ${singular}Id }) => [{ collection: '${table}', id: ${singular}Id }],
        show: (props, { ${singular}Id }) => <${type}Dialog {...props} ${singular}Id={${singular}Id} />,
      },
    },
  },
})
`
}

/** A list for some hundreds of rows; more need a projection, as tasks have. */
export function toViewFile({ table, plural, singular, type, nouns, singularFile, pluralFile }: EntityNames, titleField: string, folder: string): string {
  return `import { List, Plus } from 'lucide-react'
import type { ${type} } from '#schema/collections/${folder}/${pluralFile}.ts'
import { useIsUnsent, useShopRows, useSyncStatus } from '#web/device/react/use-device.ts'
import { UnsentMark } from '#web/list-kit/unsent-mark.tsx'
import { openDialog } from '#web/navigation/dialogs.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { t } from './${pluralFile}-texts.ts'

/** ${capitalize(nouns)} of the shop, by ${titleField}. */
export function ${capitalize(plural)}View({ shopId }: { shopId: string }) {
  const rows = useShopRows('${table}', shopId)
  const isFirstSync = useSyncStatus().firstSync !== null
  const isLoading = rows === undefined || (rows.length === 0 && isFirstSync)
  return (
    <section aria-label={t.title()} className="flex min-h-full flex-col sm:h-full">
      <PageHeader
        title={t.title()}
        actions={
          <Button variant="primary" onClick={() => openDialog({ kind: '${singularFile}-add' })}>
            <Plus aria-hidden="true" />
            {t.add()}
          </Button>
        }
      />
      <div className="min-h-0 flex-1 overflow-auto border-t border-line">
        {isLoading ? (
          <p role="status" className="px-4 py-3 text-muted">
            {t.loading()}
          </p>
        ) : rows.length === 0 ? (
          <EmptyState icon={<List />} title={t.none()} />
        ) : (
          <ul aria-label={t.title()} className="divide-y divide-line">
            {rows
              .toSorted((a, b) => a.${titleField}.localeCompare(b.${titleField}))
              .map((${singular}) => (
                <${type}Item key={${singular}.id} ${singular}={${singular}} />
              ))}
          </ul>
        )}
      </div>
    </section>
  )
}

function ${type}Item({ ${singular} }: { ${singular}: ${type} }) {
  const { id, ${titleField} } = ${singular}
  const isUnsent = useIsUnsent('${table}', id)
  return (
    <li className="flex min-h-12 items-center gap-x-2 px-4">
      <Button variant="ghost" className="min-w-0 flex-1 justify-start px-0 wrap-anywhere" onClick={() => openDialog({ kind: '${singularFile}-edit', ${singular}Id: id })}>
        {${titleField}}
      </Button>
      {isUnsent && <UnsentMark />}
    </li>
  )
}
`
}
