import { Alert, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Group } from '#contract/schemas/groups.ts'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { type ChosenGroup, GroupSelect } from '#web/shared/groups/GroupSelect.tsx'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useSaveGroup } from '../api/queries.ts'
import { groupKinds } from '../group-kinds.ts'
import css from './groups.module.css'

/** Returns the department above a group; its name is the last of the path. */
const parentOf = (group: Group | undefined): ChosenGroup | null =>
  group?.parent_id ? { id: group.parent_id, name: group.path.at(-1) ?? '' } : null

type Props = { group: Group | undefined; kind: GroupKind; onClose: () => void }

/** The state of the form. The department above and the owners are chosen beside its fields. */
function useGroupForm({ group, kind: initialKind, onClose }: Props) {
  const { t } = useTranslation('organization')
  const [parent, setParent] = useState(parentOf(group))
  const [owners, setOwners] = useState(() =>
    (group?.owners ?? []).map(({ id, name }) => ({ id, name })),
  )
  const form = useServerForm({
    initialValues: { kind: group?.kind ?? initialKind, name: group?.name ?? '' },
    fieldNames: ['kind', 'name', 'parent_id', 'owner_ids'],
  })
  const save = useSaveGroup(group?.id, {
    onSuccess: () => {
      notifySuccess(t('groups.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ kind, name }) =>
    save.mutate({
      kind,
      name,
      parent_id: kind === 'department' ? (parent?.id ?? null) : null,
      owner_ids: owners.map(({ id }) => id),
    }),
  )
  return { form, parent, setParent, owners, setOwners, submit, isSaving: save.isPending }
}

/** Adds a group of a kind, or changes a group. */
export function GroupDialog(props: Props) {
  const { group, onClose } = props
  const { t } = useTranslation('organization')
  const { form, parent, setParent, owners, setOwners, submit, isSaving } = useGroupForm(props)
  const { fields, general } = form.problems
  const { kind } = form.values
  const canOwnersChangeMembers = kind === 'team' || kind === 'custom'
  return (
    <Dialog
      onClose={onClose}
      title={group ? t('groups.edit_title', { name: group.name }) : t('groups.add_title')}
      close={t('common:close')}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        {general ? (
          <Alert color="red" role="alert">
            {general}
          </Alert>
        ) : null}
        {group ? null : (
          <NativeSelect
            label={t('groups.kind_label')}
            name="kind"
            data={groupKinds.map((value) => ({ value, label: t(`groups.one.${value}`) }))}
            {...form.getInputProps('kind')}
          />
        )}
        <TextInput
          label={t('groups.name')}
          name="name"
          autoComplete="off"
          maxLength={limits.group_name_chars_max}
          {...form.getInputProps('name')}
          data-autofocus
        />
        {kind === 'department' ? (
          <GroupSelect
            kind="department"
            label={t('groups.parent')}
            clearLabel={t('groups.parent_clear')}
            except={group ? [group.id] : []}
            value={parent}
            onChange={setParent}
            error={fields['parent_id']}
          />
        ) : null}
        <PeopleField
          label={t('groups.owners')}
          description={
            canOwnersChangeMembers ? t('groups.owners_text') : t('groups.owners_text_admin')
          }
          people={owners}
          onChange={setOwners}
          max={limits.group_owners_max}
          error={fields['owner_ids']}
        />
        <FormActions action={t('groups.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
