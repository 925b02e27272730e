import { Input, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { limits } from '#contract/limits.ts'
import type { Bonus } from '#contract/schemas/bonuses.ts'
import { AudienceFields } from '#web/shared/audiences/AudienceFields.tsx'
import { budgetsQuery } from '#web/shared/budgets/budgets.api.ts'
import { Form } from '#web/shared/forms/Form.tsx'
import { FormActions } from '#web/shared/forms/FormActions.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { NumberField } from '#web/shared/forms/NumberField.tsx'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import css from './bonuses.module.css'
import { MethodField } from './MethodField.tsx'
import { PeriodFields } from './PeriodFields.tsx'
import { type BonusForm, useBonusForm } from './use-bonus-form.ts'

type FormProps = { form: BonusForm }

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className={css['section']}>
      <legend>{title}</legend>
      {children}
    </fieldset>
  )
}

function NameFields({ form }: FormProps) {
  const { t } = useTranslation('organization')
  return (
    <div className={css['fields']}>
      <TextInput
        label={t('bonuses.field.name')}
        description={t('bonuses.field.name_text')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        name="name"
        autoComplete="off"
        maxLength={limits.bonus_name_chars_max}
        {...form.getInputProps('name')}
        data-autofocus
      />
      <Textarea
        label={t('bonuses.field.text')}
        name="text"
        autosize
        minRows={2}
        maxLength={limits.bonus_text_chars_max}
        {...form.getInputProps('text')}
      />
    </div>
  )
}

function PointsFields({ form }: FormProps) {
  const { t } = useTranslation('organization')
  const { data: budgets = [] } = useQuery(budgetsQuery)
  const { budget_id: budgetId, method } = form.values
  const offered = budgets.filter(
    ({ id, closed_at: closedAt }) => closedAt === null || id === budgetId,
  )
  return (
    <>
      <div className={css['two']}>
        <NumberField
          label={t(method === 'fixed' ? 'bonuses.field.each' : 'bonuses.field.total')}
          name="points"
          {...form.getInputProps('points')}
        />
        {method === 'share' ? (
          <NumberField
            label={t('bonuses.field.person_max')}
            description={t('bonuses.field.person_max_text')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            name="person_max"
            {...form.getInputProps('person_max')}
          />
        ) : null}
      </div>
      <NativeSelect
        label={t('awards.field.budget')}
        name="budget_id"
        data={[
          { value: '', label: t('awards.issued') },
          ...offered.map(({ id, name, left }) => ({
            value: id,
            label: t('awards.budget_left', { name, n: formatNumber(left) }),
          })),
        ]}
        {...form.getInputProps('budget_id')}
      />
    </>
  )
}

/** Everyone, or an audience. */
function PeopleFields({ form }: FormProps) {
  const { t } = useTranslation('organization')
  const id = useId()
  return (
    <>
      <div>
        <Input.Label component="div" id={id} className="sr-only">
          {t('bonuses.field.people')}
        </Input.Label>
        <SegmentedControl
          fullWidth
          aria-labelledby={id}
          {...form.getInputProps('everyone', { withError: false })}
          data={[
            { value: 'yes', label: t('awards.field.everyone') },
            { value: 'no', label: t('awards.field.some_people') },
          ]}
        />
      </div>
      {form.values.everyone === 'no' ? (
        <AudienceFields
          legend={t('bonuses.field.audience')}
          audience={form.values.audience}
          onChange={(audience) => form.setFieldValue('audience', audience)}
          errors={form.problems.fields}
        />
      ) : null}
    </>
  )
}

/** The form of a new bonus, or of one that changes. */
export function BonusDialog({
  bonus,
  onSaved,
  onClose,
}: {
  bonus: Bonus | null
  onSaved: (bonus: Bonus) => void
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const { form, submit, isSaving } = useBonusForm(bonus, onSaved)
  return (
    <Dialog
      size="lg"
      isFullScreenOnPhone
      title={bonus ? t('bonuses.edit_title', { name: bonus.name }) : t('bonuses.add')}
      close={t('common:cancel')}
      onClose={onClose}
    >
      <Form problems={form.problems} onSubmit={submit} className={css['form']}>
        <GeneralProblem text={form.problems.general} />
        <NameFields form={form} />
        <Section title={t('bonuses.field.period')}>
          <PeriodFields form={form} />
        </Section>
        <Section title={t('bonuses.field.method')}>
          <MethodField form={form} />
          <PointsFields form={form} />
        </Section>
        <Section title={t('bonuses.field.people')}>
          <PeopleFields form={form} />
        </Section>
        <FormActions action={t('bonuses.save')} busy={isSaving} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
