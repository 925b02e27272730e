import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { Group } from '#contract/schemas/groups.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import type { ChosenPerson } from '#web/shared/people/PersonSelect.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useAddMembers } from '../api/queries.ts'
import css from './groups.module.css'

/** Adds people to a group. */
export function AddMembersDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const [people, setPeople] = useState<ChosenPerson[]>([])
  const form = useServerForm({ initialValues: {}, fieldNames: ['user_ids'] })
  const add = useAddMembers({
    onSuccess: () => {
      notifySuccess(t('groups.members_added'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(() => {
    if (people.length) add.mutate({ id: group.id, userIds: people.map(({ id }) => id) })
    else onClose()
  })
  return (
    <Dialog
      onClose={onClose}
      title={t('groups.add_members_title', { name: group.name })}
      close={t('common:close')}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <PeopleField
          label={t('groups.add_members_label')}
          {...(group.kind === 'department' || group.kind === 'location'
            ? { description: t(`groups.move_text.${group.kind}`) }
            : {})}
          people={people}
          onChange={setPeople}
          max={limits.users_per_call_max}
          error={form.problems.fields['user_ids']}
        />
        <FormActions action={t('groups.add_members')} busy={add.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
