import { Button } from '@mantine/core'
import type { OwnNomination, OwnNominationRound } from '#contract/schemas/nominations.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { AnswerFields, NomineeField, ReasonField, SharingFields } from './NominationFields.tsx'
import css from './nomination-form.module.css'
import { useNominationForm } from './use-nomination-form.ts'

const noAction = () => {}

/** The form of a new nomination. A draft of it survives a reload. */
export function NominationFormCard({
  round,
  nominations,
}: {
  round: OwnNominationRound
  nominations: OwnNomination[]
}) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useNominationForm(round, undefined, noAction)
  return (
    <Card>
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <h2 className={css['title']}>{t(`nominations.form.title_${round.nominee_kind}`)}</h2>
        <GeneralProblem text={form.problems.general} />
        <NomineeField
          form={form}
          kind={round.nominee_kind}
          exceptIds={nominations.flatMap(
            ({ nominee }) => (nominee.user ?? nominee.group)?.id ?? [],
          )}
        />
        <ReasonField form={form} />
        <AnswerFields form={form} questions={round.questions} />
        <SharingFields form={form} />
        <p className={css['note']}>{t('nominations.form.secret')}</p>
        <div>
          <Button type="submit" loading={isSaving}>
            {t('nominations.form.action')}
          </Button>
        </div>
      </Form>
    </Card>
  )
}

/** Changes a nomination. Its nominee stays. */
export function EditNominationDialog({
  round,
  nomination,
  name,
  onClose,
}: {
  round: OwnNominationRound
  nomination: OwnNomination
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useNominationForm(round, nomination, onClose)
  return (
    <Dialog
      isFullScreenOnPhone
      title={t('nominations.own.edit_title', { name })}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <ReasonField form={form} />
        <AnswerFields form={form} questions={round.questions} />
        <SharingFields form={form} />
        <FormActions action={t('nominations.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
