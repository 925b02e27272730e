import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { introductionsQuery, useIntroduce } from '../api/queries.ts'
import css from './organization.module.css'

type TeamPerson = OutputOf<'organization.team'>['items'][number]
type Introductions = OutputOf<'organization.introductions'>

function IntroduceForm({
  person,
  introductions,
  onClose,
}: {
  person: TeamPerson
  introductions: Introductions
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const form = useServerForm({
    initialValues: {
      people: introductions.people.map((one) => ({ id: one.id, name: nameOf(one) })),
    },
    fieldNames: ['user_ids'],
  })
  const save = useIntroduce(person.id, {
    onSuccess: () => {
      notifySuccess(t('introduce.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const { fields, general } = form.problems
  return (
    <Form
      problems={form.problems}
      onSubmit={form.submitTo(({ people }) => save.mutate(people.map(({ id }) => id)))}
      className={css['form']}
    >
      <p className={css['hint']}>{t('introduce.text', { name: nameOf(person) })}</p>
      <GeneralProblem text={general} />
      <PeopleField
        label={t('introduce.people')}
        max={limits.introductions_max}
        except={[person.id]}
        people={form.values.people}
        onChange={(people) => form.setFieldValue('people', people)}
        error={fields['user_ids']}
      />
      <FormActions action={t('introduce.save')} busy={save.isPending} onCancel={onClose} />
    </Form>
  )
}

/** Chooses whom a new person of the reader's team meets first. */
export function IntroduceDialog({ person, onClose }: { person: TeamPerson; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const { data, error, refetch } = useQuery(introductionsQuery(person.id))
  return (
    <Dialog
      onClose={onClose}
      title={t('introduce.title', { name: nameOf(person) })}
      close={t('common:close')}
    >
      {data ? <IntroduceForm person={person} introductions={data} onClose={onClose} /> : null}
      {!data && error ? <ErrorState error={error} retry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={160} />}
    </Dialog>
  )
}
