import { createEntity } from '#web/api/admin-api.ts'
import { OnlineForm } from '../online/online-form.tsx'
import { EntityFields } from './entity-fields.tsx'
import { canSendEntity, entityForm, entityFormToBody } from './entity-form.ts'

/** Create New Entity (APP-02..04, APP-39). */
export function CreateEntity() {
  return (
    <OnlineForm
      label="Create New Entity"
      formKey="entity-add"
      schema={entityForm.schema}
      opened={entityForm.empty}
      canSubmit={canSendEntity}
      submitText="Create Entity"
      busyText="Creating..."
      send={(form) => createEntity(entityFormToBody(form))}
      success="Entity created successfully!"
      failure="Failed to create entity"
      afterwards="emptied"
    >
      {(form) => <EntityFields form={form} />}
    </OnlineForm>
  )
}
