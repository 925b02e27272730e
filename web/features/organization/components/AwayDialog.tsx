import { Button } from '@mantine/core'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Away } from '#contract/schemas/organization-record.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifySuccess } from '#web/shared/errors/error-messages.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'
import { AwayFields } from '#web/shared/leave/AwayFields.tsx'
import { toAway, toAwayValues } from '#web/shared/leave/away.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useSetAway } from '../api/queries.ts'
import css from './organization.module.css'

type TeamPerson = OutputOf<'organization.team'>['items'][number]

/** Sets, changes or removes the leave of a person of the reader's team. */
export function AwayDialog({ person, onClose }: { person: TeamPerson; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const form = useServerForm({
    initialValues: toAwayValues(person.away),
    fieldNames: ['away.from', 'away.to'],
  })
  const { fields, general } = form.problems
  const save = useSetAway(person.id, {
    onSuccess: ({ away }) => {
      notifySuccess(away ? t('away.saved') : t('away.ended'))
      onClose()
    },
    onError: form.showRefusal,
  })
  const send = (away: Away | null) => save.mutate(away)
  return (
    <Dialog
      onClose={onClose}
      title={t('away.title', { name: nameOf(person) })}
      close={t('common:close')}
    >
      <Form
        problems={form.problems}
        onSubmit={form.submitTo((values) => send(toAway(values)))}
        className={css['form']}
      >
        <p className={css['hint']}>{t('away.text')}</p>
        <GeneralProblem text={general} />
        <AwayFields
          values={form.values}
          errors={{ from: fields['away.from'], to: fields['away.to'] }}
          onChange={form.setValues}
        />
        {person.away ? (
          <div>
            <Button
              variant="subtle"
              color="red"
              disabled={save.isPending}
              onClick={() => send(null)}
            >
              {t('away.end')}
            </Button>
          </div>
        ) : null}
        <FormActions action={t('away.save')} busy={save.isPending} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
