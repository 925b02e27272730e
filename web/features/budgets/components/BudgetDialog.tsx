import { NativeSelect, TextInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { Budget } from '#contract/schemas/budgets.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { ChoiceField } from '#web/shared/forms/ChoiceField.tsx'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './budgets.module.css'
import { type BudgetFormValues, useBudgetForm } from './use-budget-form.ts'

type BudgetForm = ReturnType<typeof useBudgetForm>['form']
const inputOrder: ('label' | 'input' | 'description' | 'error')[] = [
  'label',
  'input',
  'description',
  'error',
]
const periods = ['once', 'month', 'quarter', 'year'] as const

/** The points and when they are added. The period of a budget never changes. */
function PointsFields({ form, budget }: { form: BudgetForm; budget: Budget | undefined }) {
  const { t } = useTranslation('organization')
  const { period } = form.values
  const isOnce = period === 'once'
  if (budget && isOnce) return null
  let pointsText = t('budgets.field.points_text')
  if (budget) pointsText = t('budgets.field.points_next')
  else if (isOnce) pointsText = t('budgets.field.points_once')
  return (
    <div className={css['two']}>
      <NumberField
        label={t('budgets.field.points')}
        description={pointsText}
        inputWrapperOrder={inputOrder}
        name="points"
        {...form.getInputProps('points')}
      />
      {budget ? null : (
        <NativeSelect
          label={t('budgets.field.period')}
          name="period"
          data={periods.map((value) => ({ value, label: t(`budgets.period.${value}`) }))}
          {...form.getInputProps('period')}
        />
      )}
      {isOnce ? (
        <TextInput
          type="date"
          label={t('budgets.field.ends_on')}
          description={t('budgets.field.ends_on_text')}
          inputWrapperOrder={inputOrder}
          name="ends_on"
          max="9999-12-31"
          {...form.getInputProps('ends_on')}
        />
      ) : null}
    </div>
  )
}

/** What happens to the rest at the end of a period. */
function CarryOverFields({ form }: { form: BudgetForm }) {
  const { t } = useTranslation('organization')
  const { period, carries_over: carriesOver } = form.values
  if (period === 'once') return null
  return (
    <>
      <ChoiceField
        {...form.getInputProps('carries_over', { withError: false })}
        label={t('budgets.field.rest')}
        answers={[
          ['no', t('budgets.field.returns')],
          ['yes', t('budgets.field.carries_over')],
        ]}
      />
      {carriesOver === 'yes' ? (
        <NumberField
          label={t('budgets.field.carry_over_max')}
          name="carry_over_max"
          {...form.getInputProps('carry_over_max')}
        />
      ) : null}
    </>
  )
}

function AudienceOf({ form, name }: { form: BudgetForm; name: 'givers' | 'recipients' }) {
  const { t } = useTranslation('organization')
  return (
    <AudienceFields
      legend={t(`budgets.field.${name}_audience`)}
      name={name}
      audience={form.values[name]}
      onChange={(audience) =>
        form.setFieldValue(name, audience as BudgetFormValues['givers' | 'recipients'])
      }
      errors={form.problems.fields}
    />
  )
}

/** Adds a budget, or changes one. */
export function BudgetDialog({ budget, onClose }: { budget?: Budget; onClose: () => void }) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useBudgetForm(budget, onClose)
  const { problems, values } = form
  return (
    <Dialog
      size="lg"
      title={budget ? t('budgets.edit_title', { name: budget.name }) : t('budgets.add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={problems.general} />
        <TextInput
          label={t('budgets.field.name')}
          name="name"
          autoComplete="off"
          maxLength={limits.budget_name_chars_max}
          {...form.getInputProps('name')}
          data-autofocus
        />
        <PointsFields form={form} budget={budget} />
        <CarryOverFields form={form} />
        <PeopleField
          label={t('budgets.field.owners')}
          description={t('budgets.field.owners_text')}
          people={values.owner_ids}
          onChange={(owners) => form.setFieldValue('owner_ids', [...owners])}
          max={limits.budget_owners_max}
          error={problems.fields['owner_ids']}
        />
        <ChoiceField
          {...form.getInputProps('has_givers', { withError: false })}
          label={t('budgets.field.givers')}
          answers={[
            ['no', t('budgets.field.only_owners')],
            ['yes', t('budgets.field.other_people')],
          ]}
        />
        {values.has_givers === 'yes' ? <AudienceOf form={form} name="givers" /> : null}
        <ChoiceField
          {...form.getInputProps('for_everyone', { withError: false })}
          label={t('budgets.field.recipients')}
          answers={[
            ['yes', t('budgets.field.everyone')],
            ['no', t('budgets.field.some_people')],
          ]}
        />
        {values.for_everyone === 'no' ? <AudienceOf form={form} name="recipients" /> : null}
        <FormActions action={t('budgets.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
