import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApprovalDelegate } from '#contract/schemas/awards.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { PersonSelect } from '#web/shared/people/PersonSelect.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { formatDay } from '#web/lib/format.ts'
import { todayInTimezone } from '#web/lib/today.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { delegateQuery, useSetDelegate } from '../api/queries.ts'
import css from './awards.module.css'

function useDelegateForm(current: ApprovalDelegate, onClose: () => void) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const today = todayInTimezone(useConfig().settings.timezone)
  const { delegate } = current
  const form = useServerForm({
    initialValues: {
      person: delegate && { id: delegate.id, name: nameOf(delegate) },
      starts_on: current.starts_on ?? today,
      ends_on: current.ends_on ?? '',
    },
    fieldNames: ['delegate.user_id', 'delegate.starts_on', 'delegate.ends_on'],
    validate: {
      person: (person) => (person ? null : t('errors:required')),
      starts_on: (day) => (day ? null : t('errors:required')),
      ends_on: (day, { starts_on: first }) => {
        if (!day) return t('errors:required')
        return day < first || day < today ? t('awards.delegate.days_order') : null
      },
    },
  })
  const save = useSetDelegate({
    onSuccess: () => {
      notifySuccess(t('awards.delegate.saved'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const submit = form.submitTo(({ person, ...days }) => {
    if (person) save.mutate({ user_id: person.id, ...days })
  })
  return { form, submit, isSaving: save.isPending }
}

/** Chooses the colleague and the days. */
function DelegateDialog({ current, onClose }: { current: ApprovalDelegate; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const { user } = useConfig()
  const { form, submit, isSaving } = useDelegateForm(current, onClose)
  const { fields, general } = form.problems
  return (
    <Dialog title={t('awards.delegate.choose')} close={t('common:cancel')} onClose={onClose}>
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={general} />
        <PersonSelect
          label={t('awards.delegate.person')}
          description={t('awards.delegate.person_text')}
          value={form.values.person}
          onChange={(person) => form.setFieldValue('person', person)}
          except={[user.id]}
          error={fields['person'] ?? fields['delegate.user_id']}
        />
        <div className={css['two']}>
          {(['starts_on', 'ends_on'] as const).map((name) => (
            <TextInput
              key={name}
              type="date"
              label={t(`awards.delegate.${name}`)}
              name={name}
              max="9999-12-31"
              {...form.getInputProps(name)}
              error={fields[name] ?? fields[`delegate.${name}`]}
            />
          ))}
        </div>
        <FormActions action={t('awards.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** The colleague who decides in the reader's place on some days. */
export function DelegateCard() {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const { impersonated } = useConfig()
  const { data } = useQuery(delegateQuery)
  const [isOpen, setIsOpen] = useState(false)
  const remove = useSetDelegate({
    onSuccess: () => notifySuccess(t('awards.delegate.removed')),
    onError: (error) => notifyError(t, error),
  })
  if (!data) return null
  const { delegate, ends_on: last, starts_on: first } = data
  return (
    <Card className={css['delegate']}>
      <div>
        <h2>{t('awards.delegate.title')}</h2>
        <p>
          {delegate && first && last
            ? t('awards.delegate.set', {
                name: nameOf(delegate),
                from: formatDay(first),
                to: formatDay(last),
              })
            : t('awards.delegate.none')}
        </p>
      </div>
      <div className={css['actions']}>
        <Button variant="default" disabled={impersonated} onClick={() => setIsOpen(true)}>
          {t(delegate ? 'awards.delegate.change' : 'awards.delegate.choose')}
        </Button>
        {delegate ? (
          <Button
            variant="subtle"
            disabled={impersonated}
            loading={remove.isPending}
            onClick={() => remove.mutate(null)}
          >
            {t('awards.delegate.remove')}
          </Button>
        ) : null}
      </div>
      {isOpen ? <DelegateDialog current={data} onClose={() => setIsOpen(false)} /> : null}
    </Card>
  )
}
