import { useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { noFormErrors, notifySuccess, toFormErrors } from '#web/shared/errors/error-messages.ts'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { type ChosenPerson, PersonSelect } from '#web/shared/people/PersonSelect.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type UnknownPerson, useMergePerson } from '../api/queries.ts'

/** Moves the posts of a former teammate to a member. */
export function MergeDialog({
  id,
  person,
  onClose,
}: {
  id: string
  person: UnknownPerson
  onClose: () => void
}) {
  const { t } = useTranslation('imports')
  const [member, setMember] = useState<ChosenPerson | null>(null)
  const [errors, setErrors] = useState(noFormErrors)
  const merge = useMergePerson(id, {
    onSuccess: ({ posts }) => {
      onClose()
      notifySuccess(
        t('history.merge.done', {
          count: posts,
          n: formatNumber(posts),
          name: member?.name ?? '',
        }),
      )
    },
    onError: (error) => setErrors(toFormErrors(t, error, ['user_id'])),
  })
  const send = () => {
    if (!member || person.former_user_id === null) return
    setErrors(noFormErrors)
    merge.mutate({ former_user_id: person.former_user_id, user_id: member.id })
  }
  return (
    <ConfirmDialog
      opened
      title={t('history.merge.title', { name: person.name || person.email })}
      text={t('history.merge.text')}
      confirm={t('history.merge.confirm')}
      cancel={t('common:cancel')}
      busy={merge.isPending}
      ready={member !== null}
      onClose={onClose}
      onConfirm={send}
    >
      <GeneralProblem text={errors.general} />
      <PersonSelect
        offersReader
        label={t('history.merge.member')}
        value={member}
        error={errors.fields['user_id']}
        onChange={(chosen) => {
          setErrors(noFormErrors)
          setMember(chosen)
        }}
      />
    </ConfirmDialog>
  )
}
