import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from '#web/navigation/link.tsx'
import { useLocation } from '#web/navigation/navigate.ts'
import { useAuth } from '#web/session/session.ts'
import { buttonClass } from '#web/ui/controls/button.tsx'
import { PageHeader } from '#web/ui/layout/page-header.tsx'
import { WithSettingsList } from '../all/settings-list.tsx'
import { OfflineNotice, OnlineWork, dataOf, useOnline } from '../online/online-work.tsx'
import { Section, fieldGridClass, SubHeading } from '../online/section.tsx'
import { UserManagement } from '../users/user-management.tsx'
import { Backups } from './backups.tsx'
import { ChosenEntityProvider } from './chosen-entity.tsx'
import { EntityManagement } from './entity-management.tsx'
import { FirstSteps } from './first-steps.tsx'
import { MappingsOverview } from './mappings-overview.tsx'
import { MyEntities } from './my-entities.tsx'
import { SecurityLog } from './security-log.tsx'
import { createEntity, reads, updateEntity } from '#web/api/admin-api.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { canSendEntity, entityForm, entityFormToBody, entityToForm, type EntityForm } from './entity-form.ts'
import { EntityPicker } from './entity-picker.tsx'
import type { UseFormReturn } from 'react-hook-form'
import { Field } from '#web/ui/controls/field.tsx'
import { TextArea } from '#web/ui/controls/text-area.tsx'
import { TextField } from '#web/ui/controls/text-field.tsx'
import { ContactFields } from '../online/contact-fields.tsx'
import { AddEmployee } from '../employees/add-employee.tsx'
import { EmployeeList } from '../employees/employee-list.tsx'
import { common } from '#web/language/common-texts.ts'
import { settings } from '../all/settings-texts.ts'
import { t } from './settings-app-texts.ts'

const labels = entityForm.inputLabels

function EntityFields({ form }: { form: UseFormReturn<EntityForm> }) {
  const { errors } = form.formState
  return (
    <div className={fieldGridClass}>
      <Field label={labels.entityName} required error={errors.entityName?.message}>
        <TextField autoComplete="off" {...form.register('entityName')} />
      </Field>
      <Field label={labels.contactName} required error={errors.contactName?.message}>
        <TextField autoComplete="off" autoCapitalize="words" {...form.register('contactName')} />
      </Field>
      <ContactFields form={form} labels={labels} marksNeed />
      <Field label={labels.entityAddress} error={errors.entityAddress?.message} className="md:col-span-2">
        <TextArea rows={3} {...form.register('entityAddress')} />
      </Field>
    </div>
  )
}

type Part = { id: string; title: string; text?: string; content: ReactNode }

const myEntities: Part = { id: 'my-entities', title: t.parts.myEntities(), content: <MyEntities /> }

/** The sections of administrators; Settings shows some of them again. */
export const administration: readonly Part[] = [
  {
    id: 'create-entity',
    title: t.parts.createEntity(),
    text: t.parts.createEntityText(),
    content: <CreateEntity />,
  },
  { id: 'edit-entity', title: t.parts.editEntity(), content: <EditEntity /> },
  { id: 'entity-management', title: t.parts.entityManagement(), text: t.parts.entityManagementText(), content: <EntityManagement /> },
  {
    id: 'manage-employees',
    title: t.parts.manageEmployees(),
    text: t.parts.manageEmployeesText(),
    content: <ManageEmployees />,
  },
  myEntities,
  { id: 'mappings', title: t.parts.mappings(), content: <MappingsOverview /> },
  { id: 'user-management', title: t.parts.userManagement(), text: t.parts.userManagementText(), content: <UserManagement /> },
  {
    id: 'security-log',
    title: t.parts.securityLog(),
    text: t.parts.securityLogText(),
    content: <SecurityLog />,
  },
  { id: 'backups', title: t.parts.backups(), text: t.parts.backupsText(), content: <Backups /> },
]

/** App Settings. Without `view_app_setting` it shows only the user's own entities. */
export function AppSettingsPage({ entitySettingsPath, startPath }: { entitySettingsPath: string; startPath: string }) {
  const { hasPrivilege } = useAuth()
  const isAdministrator = hasPrivilege('view_app_setting')
  const parts = isAdministrator ? administration : [myEntities]
  useScrollToHash()
  return (
    <OnlineWork>
      <WithSettingsList>
        <section aria-label={t.title()}>
          <PageHeader
            title={t.title()}
            actions={
              <Link to="/" className={buttonClass()}>
                <ArrowLeft aria-hidden="true" />
                {t.back()}
              </Link>
            }
          />
          <OfflineNotice />
          {isAdministrator && <FirstSteps entitySettingsPath={entitySettingsPath} startPath={startPath} />}
          <div className="px-4 pb-8">
            {parts.length > 1 && <Contents parts={parts} />}
            <ChosenEntityProvider>
              <div className="min-w-0">
                {parts.map(({ id, title, text, content }) => (
                  <Section key={id} id={id} title={title} text={text}>
                    {content}
                  </Section>
                ))}
              </div>
            </ChosenEntityProvider>
          </div>
        </section>
      </WithSettingsList>
    </OnlineWork>
  )
}

/** The section links: a sticky line on top. */
function Contents({ parts }: { parts: readonly Part[] }) {
  const shownId = useShownSection(parts)
  const list = useRef<HTMLElement>(null)
  useEffect(() => {
    // Keep the current link visible, scrolling sideways only.
    const link = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current && link && list.current.scrollWidth > list.current.clientWidth) list.current.scrollTo({ left: link.offsetLeft - 16 })
  }, [shownId])
  return (
    <nav ref={list} aria-label={t.sections()} className="sticky top-0 z-10 -mx-4 flex gap-1 overflow-x-auto border-b border-line bg-canvas px-4 py-1">
      {parts.map(({ id, title }) => (
        <Link
          key={id}
          to={`#${id}`}
          aria-current={id === shownId ? 'location' : undefined}
          className="flex min-h-11 shrink-0 items-center rounded-md px-3 whitespace-nowrap text-muted hover:bg-hover hover:text-ink aria-[current]:bg-accent-soft aria-[current]:text-accent-ink"
        >
          {title}
        </Link>
      ))}
    </nav>
  )
}

/** The current section: the last whose heading passed the upper third; at the end of the page the last one. */
function useShownSection(parts: readonly Part[]): string | undefined {
  const { hash } = useLocation()
  // The section scrolled to since the address named one.
  const [scrolled, setScrolled] = useState<{ hash: string; id: string | undefined }>()
  useEffect(() => {
    const look = (): void => {
      const tops = parts.map(({ id }) => ({ id, top: document.getElementById(id)?.getBoundingClientRect().top ?? Infinity }))
      const end = document.getElementById(parts.at(-1)?.id ?? '')?.getBoundingClientRect().bottom ?? Infinity
      const reached = tops.filter(({ top }) => top <= window.innerHeight / 3)
      setScrolled({ hash, id: end <= window.innerHeight + 2 ? parts.at(-1)?.id : (reached.at(-1) ?? tops[0])?.id })
    }
    // Capture scroll events of any ancestor.
    window.addEventListener('scroll', look, { capture: true, passive: true })
    return () => window.removeEventListener('scroll', look, { capture: true })
  }, [parts, hash])
  if (scrolled?.hash === hash) return scrolled.id
  return hash === '' ? parts[0]?.id : hash.slice(1)
}

/** The router does not scroll to `#section`. Focus the heading, so that Tab continues from there. */
function useScrollToHash(): void {
  const { hash, key } = useLocation()
  useEffect(() => {
    if (hash === '') return
    const target = document.getElementById(hash.slice(1))
    target?.scrollIntoView({ block: 'start' })
    target?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true })
  }, [hash, key])
}

function CreateEntity() {
  return (
    <OnlineForm
      label={t.parts.createEntity()}
      formKey="entity-add"
      schema={entityForm.schema}
      opened={entityForm.empty}
      canSubmit={canSendEntity}
      submitText={t.entity.create()}
      busyText={settings.creating()}
      send={(form) => createEntity(entityFormToBody(form))}
      success={t.entity.created()}
      failure={t.entity.createFailed()}
      afterwards="emptied"
    >
      {(form) => <EntityFields form={form} />}
    </OnlineForm>
  )
}

function EditEntity() {
  return <EntityPicker>{(entityId, clear) => <EditEntityForm entityId={entityId} onCancel={clear} />}</EntityPicker>
}

function EditEntityForm({ entityId, onCancel }: { entityId: string; onCancel: () => void }) {
  const entity = dataOf(useOnline(reads.entities))?.find(({ id }) => id === entityId)
  if (entity === undefined) return null
  return (
    <OnlineForm
      label={t.parts.editEntity()}
      formKey={`entity-edit/${entityId}`}
      schema={entityForm.schema}
      opened={entityToForm(entity)}
      canSubmit={canSendEntity}
      submitText={t.entity.update()}
      send={(form) => updateEntity(entityId, entityFormToBody(form))}
      success={t.entity.updated()}
      failure={t.entity.updateFailed()}
      afterwards="kept"
      cancel={{ text: common.cancel(), onCancel }}
    >
      {(form) => <EntityFields form={form} />}
    </OnlineForm>
  )
}

function ManageEmployees() {
  return (
    <EntityPicker>
      {(entityId) => (
        <>
          <SubHeading>{t.entity.addEmployee()}</SubHeading>
          <AddEmployee entityId={entityId} formKey="employee-add" />
          <SubHeading>{t.entity.employees()}</SubHeading>
          <EmployeeList entityId={entityId} />
        </>
      )}
    </EntityPicker>
  )
}
