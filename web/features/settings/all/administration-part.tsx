import { Fragment } from 'react'
import { reads } from '#web/api/admin-api.ts'
import { useAuth } from '#web/session/session.ts'
import { administration } from '../app/app-settings-page.tsx'
import { ChosenEntityProvider } from '../app/chosen-entity.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { Section } from '../online/section.tsx'
import { settings } from './settings-texts.ts'

type AdministrationPartProps = {
  ids: readonly string[]
  /** Closed while there is one company, which needs no care. */
  isFoldedForOne?: boolean
  /** The page's title already names the only section. */
  isUntitled?: boolean
}

/** Sections of App Settings. */
export function AdministrationPart({ ids, isFoldedForOne = false, isUntitled = false }: AdministrationPartProps) {
  const isAdministrator = useAuth().hasPrivilege('view_app_setting')
  const entities = dataOf(useOnline(isFoldedForOne && isAdministrator ? reads.entities : null))
  const parts = administration.filter(({ id }) => ids.includes(id) && (isAdministrator || id === 'my-entities'))
  const sections = (
    <ChosenEntityProvider>
      {/* The first section has no line above it. */}
      <div>
        {parts.map(({ id, title, text, content }) =>
          isUntitled ? (
            <Fragment key={id}>
              <p className="mb-4 max-w-200 text-muted">{text}</p>
              {content}
            </Fragment>
          ) : (
            <Section key={id} id={id} title={title} text={text}>
              {content}
            </Section>
          ),
        )}
      </div>
    </ChosenEntityProvider>
  )
  if (entities?.length !== 1) return sections
  return (
    <details>
      <summary className="flex min-h-11 cursor-pointer items-center rounded-md px-2 hover:bg-hover">
        {settings.hasAllShops({ company: entities[0]?.entity_name ?? '' })}
      </summary>
      {sections}
    </details>
  )
}
