import { reads, updateEntity } from '#web/api/admin-api.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { dataOf, useOnline } from '../online/online-work.tsx'
import { EntityFields } from './entity-fields.tsx'
import { canSendEntity, entityForm, entityFormToBody, entityToForm } from './entity-form.ts'
import { EntityPicker } from './entity-picker.tsx'

/** Edit Existing Entity (APP-05, APP-06): picked, the form fills with its values. */
export function EditEntity() {
  return <EntityPicker>{(entityId, clear) => <EditEntityForm entityId={entityId} onCancel={clear} />}</EntityPicker>
}

function EditEntityForm({ entityId, onCancel }: { entityId: string; onCancel: () => void }) {
  const entity = dataOf(useOnline(reads.entities))?.find(({ id }) => id === entityId)
  if (entity === undefined) return null
  return (
    <OnlineForm
      label="Edit Existing Entity"
      formKey={`entity-edit/${entityId}`}
      schema={entityForm.schema}
      opened={entityToForm(entity)}
      canSubmit={canSendEntity}
      submitText="Update Entity"
      send={(form) => updateEntity(entityId, entityFormToBody(form))}
      success="Entity updated successfully!"
      failure="Failed to update entity"
      afterwards="kept"
      cancel={{ text: 'Cancel', onCancel }}
    >
      {(form) => <EntityFields form={form} />}
    </OnlineForm>
  )
}
