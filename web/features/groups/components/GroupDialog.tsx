import { Alert, NativeSelect, Input, SegmentedControl, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
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
import { type DraftRule, isComplete, toDraft, toRule } from '../rules/draft-rule.ts'
import { RuleEditor } from '../rules/RuleEditor.tsx'
import css from './groups.module.css'

/** Returns the department above a group; its name is the last of the path. */
const parentOf = (group: Group | undefined): ChosenGroup | null =>
  group?.parent_id ? { id: group.parent_id, name: group.path.at(-1) ?? '' } : null

type Props = { group: Group | undefined; kind: GroupKind; onClose: () => void }

/** How the members of a group are kept. Only teams and other groups have a choice. */
type Keeping = 'hand' | 'rule'
const canHaveRule = (kind: GroupKind, group: Group | undefined): boolean =>
  (kind === 'team' || kind === 'custom') &&
  (group === undefined || group.managed_by === 'manual' || group.managed_by === 'rule')

/** The state of the form. What is chosen beside its fields: the department above, owners, rule. */
function useGroupForm({ group, kind: initialKind, onClose }: Props) {
  const { t } = useTranslation('organization')
  const [parent, setParent] = useState(parentOf(group))
  const [owners, setOwners] = useState(() =>
    (group?.owners ?? []).map(({ id, name }) => ({ id, name })),
  )
  const [keeping, setKeeping] = useState<Keeping>(group?.managed_by === 'rule' ? 'rule' : 'hand')
  const [draft, setDraft] = useState<DraftRule>(() => toDraft(group?.rule))
  const form = useServerForm({
    initialValues: { kind: group?.kind ?? initialKind, name: group?.name ?? '' },
    fieldNames: ['kind', 'name', 'parent_id', 'owner_ids', 'rule'],
  })
  // A refetch of the group does not change the form.
  const [opened] = useState(group)
  const save = useSaveGroup(opened, {
    onSuccess: () => {
      notifySuccess(t('groups.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ kind, name }) => {
    const hasRule = canHaveRule(kind, group) && keeping === 'rule'
    // The editor asks for the missing values.
    if (hasRule && !isComplete(draft)) return
    save.mutate({
      kind,
      name,
      parent_id: kind === 'department' ? (parent?.id ?? null) : null,
      owner_ids: owners.map(({ id }) => id),
      ...(hasRule ? { rule: toRule(draft) } : {}),
      ...(!hasRule && group?.managed_by === 'rule' ? { rule: null } : {}),
    })
  })
  const rule = { keeping, setKeeping, draft, setDraft }
  return { form, rule, parent, setParent, owners, setOwners, submit, isSaving: save.isPending }
}

type MembersProps = {
  group: Group | undefined
  rule: ReturnType<typeof useGroupForm>['rule']
  error: ReactNode
}
/** Whether members are added by hand or by a rule, with the rule. */
function MembersChoice({
  group,
  rule: { keeping, setKeeping, draft, setDraft },
  error,
}: MembersProps) {
  const { t } = useTranslation('organization')
  const wasRule = group?.managed_by === 'rule'
  return (
    <>
      <div>
        <Input.Label component="div" id="members-choice">
          {t('groups.members_label')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby="members-choice"
          value={keeping}
          onChange={setKeeping}
          data={[
            { value: 'hand', label: t('groups.by_hand') },
            { value: 'rule', label: t('groups.by_rule') },
          ]}
        />
      </div>
      {keeping === 'rule' ? <RuleEditor draft={draft} onChange={setDraft} error={error} /> : null}
      {group && keeping === 'rule' && !wasRule && group.members ? <p>{t('rule.to_rule')}</p> : null}
      {keeping === 'hand' && wasRule ? <p>{t('rule.to_hand')}</p> : null}
    </>
  )
}

/** Adds a group of a kind, or changes a group. */
export function GroupDialog(props: Props) {
  const { group, onClose } = props
  const { t } = useTranslation('organization')
  const { form, rule, parent, setParent, owners, setOwners, submit, isSaving } = useGroupForm(props)
  const { fields, general } = form.problems
  const { kind } = form.values
  const canOwnersChangeMembers = kind === 'team' || kind === 'custom'
  return (
    <Dialog
      size="lg"
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
        {canHaveRule(kind, group) ? (
          <MembersChoice group={group} rule={rule} error={fields['rule']} />
        ) : null}
        <PeopleField
          label={t('groups.owners')}
          description={
            canOwnersChangeMembers && rule.keeping === 'hand'
              ? t('groups.owners_text')
              : t('groups.owners_text_admin')
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
